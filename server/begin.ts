import { getRawAsset } from "node:sea";
import { Script } from "node:vm";

/** The first lines of the one file: it runs the server's script with what V8 knew of it when it was packed. */

declare const require: NodeJS.Require;

const brought = (name: string) => Buffer.from(getRawAsset(name));
const script = new Script(brought("server.js").toString("latin1"), {
  filename: "server.js",
  cachedData: brought("server.cache"),
});
(script.runInThisContext() as (require: NodeJS.Require, module: object) => void)(require, {});
