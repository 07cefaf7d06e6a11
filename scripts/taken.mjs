import { readFileSync } from "node:fs";
import { Script } from "node:vm";

/** Ends with an error where V8 would not take the cache that warm.mjs has left in this folder. */
const { cachedDataRejected } = new Script(readFileSync("server.js", "latin1"), {
  filename: "server.js",
  cachedData: readFileSync("server.cache"),
});
if (cachedDataRejected) throw new Error("V8 does not take the cache: each start would be slow.");
