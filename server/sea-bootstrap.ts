import { Script } from "node:vm";
import { partsOf } from "./sea-archive.ts";

/** The first lines of the one file: it runs the server's script with what V8 knew of it when it was packed. */

declare const require: NodeJS.Require;

const readPart = partsOf(process.execPath);
const script = new Script(readPart("server.js").toString("latin1"), {
  filename: "server.js",
  cachedData: readPart("server.cache"),
});
type Run = (
  require: NodeJS.Require,
  module: object,
  readPart: (name: string) => Uint8Array,
) => void;
(script.runInThisContext() as Run)(require, {}, readPart);
