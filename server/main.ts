// Must be set before React is loaded, which otherwise runs its development checks.
process.env.NODE_ENV ||= "production";
const { serve } = await import("./start-server.ts");

await serve(() => import(new URL("../build/index.js", import.meta.url).href));
