import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

/**
 * Runs the server's script in this folder as the executable will, requests a few pages, and stores the code that V8 has
 * compiled. scripts/build-executable.mjs runs this in a folder with all parts of the executable.
 */
const visit = createServer().listen(0, "127.0.0.1");
await once(visit, "listening");
const address = visit.address();
const port = typeof address === "object" ? address?.port : undefined;
visit.close();

const url = `http://127.0.0.1:${port}`;
Object.assign(process.env, {
  NODE_ENV: "production",
  PORT: String(port),
  HOST: "127.0.0.1",
  DATA_DIR: "warm/data",
  ZOO_CACHE_DIR: "warm/cache",
  DEMO_DATA: "catalogue",
  BACKUP_HOURS: "0",
});
process.argv = [process.execPath, process.execPath, "serve"];

const require = createRequire(import.meta.url);
const script = new Script(readFileSync("server.js", "latin1"), { filename: "server.js" });
script.runInThisContext()(require, {}, (/** @type {string} */ path) => readFileSync(path));

for (const end = Date.now() + 20_000; !(await fetch(url).catch(() => null)); await sleep(10)) {
  if (Date.now() > end) throw new Error("The packed server did not answer within 20 seconds.");
}
for (const path of ["/tickets", "/animals", "/api/v1/animal", "/nowhere"]) await fetch(url + path);
// V8 accepts a cache only under the same flags, and the server has changed this one.
setFlagsFromString("--allocation-site-pretenuring");
writeFileSync("server.cache", script.createCachedData());
process.exit();
