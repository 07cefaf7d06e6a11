import { Script } from "node:vm";
import { broughtIn } from "./brought.ts";

/** The first lines of the one file: it runs the server's script with what V8 knew of it when it was packed. */

declare const require: NodeJS.Require;

const bring = broughtIn(process.execPath);
const script = new Script(bring("server.js").toString("latin1"), {
  filename: "server.js",
  cachedData: bring("server.cache"),
});
type Run = (require: NodeJS.Require, module: object, bring: (name: string) => Uint8Array) => void;
(script.runInThisContext() as Run)(require, {}, bring);
