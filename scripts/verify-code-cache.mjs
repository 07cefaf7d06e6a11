import { readFileSync } from "node:fs";
import { Script } from "node:vm";

/** Fails when V8 rejects the code cache in this folder. */
const { cachedDataRejected } = new Script(readFileSync("server.js", "latin1"), {
  filename: "server.js",
  cachedData: readFileSync("server.cache"),
});
if (cachedDataRejected) throw new Error("V8 does not take the cache: each start would be slow.");
