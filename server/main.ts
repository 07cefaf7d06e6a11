// Must be set before React is loaded, which otherwise runs its development checks.
process.env.NODE_ENV ||= "production";
const { serve } = await import("./start-server.ts");
const { SOURCE_VERSION } = await import("./source-version.ts");
const { reportError } = await import("./commands/report-error.ts");

const load = () => import(new URL("../build/index.js", import.meta.url).href);
await serve(load, SOURCE_VERSION).catch((error: unknown) => process.exit(reportError(error)));
