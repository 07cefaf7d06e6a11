// React and its router choose when they are loaded whether to check everything, as they do in development.
process.env.NODE_ENV ||= "production";
const { serve } = await import("./start-server.ts");

await serve(() => import(new URL("../build/index.js", import.meta.url).href));
