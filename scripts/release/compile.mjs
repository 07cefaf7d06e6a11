import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

// Starts the server in this process, asks for one page, and keeps what V8 compiled: node compile.mjs main.cjs main.cache
const [, , source = "", cache = ""] = process.argv;
const folder = mkdtempSync(join(tmpdir(), "zoo-compile-"));
process.env = { NODE_ENV: "production", DATA_DIR: folder, HOST: "127.0.0.1", PORT: "0" };
Object.assign(globalThis, {
  zooRequire: createRequire(import.meta.url),
  zooUrl: new URL("../../server/sea-main.js", import.meta.url).href,
});

const script = new Script(readFileSync(source, "latin1"), { filename: "main.cjs" });
/** @type {{ exports: any }} */
const main = { exports: {} };
script.runInThisContext()(createRequire(import.meta.url), main);
const server = await main.exports.serve();
if (!server.listening) await once(server, "listening");
const page = await fetch(`http://127.0.0.1:${server.address().port}/`);
if (!page.ok) throw new Error(`The page answered ${page.status}`);
await page.text();

setFlagsFromString("--allocation-site-pretenuring"); // as it is at a start: see server/start-server.ts
writeFileSync(cache, script.createCachedData());
rmSync(folder, { recursive: true });
process.exit();
