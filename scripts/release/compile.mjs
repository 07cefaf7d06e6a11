import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

// Starts the server in this process, asks for one page, and keeps what V8 compiled: node compile.mjs main.cjs main.cache
// The database is left in the working directory.
const [, , source = "", cache = ""] = process.argv;
process.env = { NODE_ENV: "production", DATA_DIR: "data", HOST: "127.0.0.1", PORT: "0" };
const require = createRequire(import.meta.url);
Object.assign(globalThis, {
  zooRequire: require,
  zooUrl: new URL("../../server/sea-main.js", import.meta.url).href,
});

const script = new Script(readFileSync(source, "latin1"), { filename: "main.cjs" });
/** @type {{ exports: any }} */
const main = { exports: {} };
script.runInThisContext()(require, main);
const server = await main.exports.serve();
if (!server.listening) await once(server, "listening");
const page = await fetch(`http://127.0.0.1:${server.address().port}/`);
if (!page.ok) throw new Error(`The page answered ${page.status}`);
await page.text();

setFlagsFromString("--allocation-site-pretenuring"); // as it is at a start: see server/start-server.ts
writeFileSync(cache, script.createCachedData());
process.exit();
