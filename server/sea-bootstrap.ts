import { Script } from "node:vm";
import { openArchive } from "./sea-archive.ts";

/** The entry point of the executable: runs the server's script with its V8 code cache. */

declare const require: NodeJS.Require;

const readAsset = openArchive(process.execPath);
const script = new Script(readAsset("server.js").toString("latin1"), {
  filename: "server.js",
  cachedData: readAsset("server.cache"),
});
type Run = (
  require: NodeJS.Require,
  module: object,
  readAsset: (name: string) => Uint8Array,
) => void;
(script.runInThisContext() as Run)(require, {}, readAsset);
