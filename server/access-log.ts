import { statusOf, type Exchange } from "./http-context.ts";

/** As the build logs, so that both hide the same secrets. */
export type LogStyle = {
  asJson: boolean;
  masked(path: string): string;
  networkOf(address: string): string | undefined;
  trouble(what: string, error: unknown): void;
};

/** Lines are written together this often: a call of the system for each would cost as much as a kept page. */
const TOGETHER_MS = 50;

/**
 * Writes a line for an answered request: never bodies, cookies, query strings, secrets in the path, or whole
 * addresses of clients. Called when a request comes, it returns what to call when that is over.
 */
export function accessLog({ asJson, masked, networkOf }: LogStyle) {
  outliveReaders();
  const print = printer();
  const now = clock();
  return ({ req, res, path: asked, clientIp, requestId }: Exchange) => {
    const start = performance.now();
    return () => {
      const status = statusOf(res);
      if (status < 400 && isStatic(asked)) return;
      const path = masked(asked).replace(/[^\x20-\x7e…]/g, "?");
      const line = {
        level: status >= 500 ? "error" : "info",
        at: now(),
        requestId,
        method: req.method,
        path,
        status,
        ms: Math.round((performance.now() - start) * 10) / 10,
        client: networkOf(clientIp) ?? "?",
      };
      const readable = () =>
        `${line.at} ${line.method} ${path} ${status} ${line.ms} ms ${line.client} ${requestId}`;
      print(asJson ? JSON.stringify(line) : readable());
    };
  };
}

/** The time as text, formatted again only when it changes: many are answered within a millisecond. */
function clock() {
  let [ms, text] = [0, ""];
  return () => {
    if (Date.now() === ms) return text;
    ms = Date.now();
    return (text = new Date(ms).toISOString());
  };
}

/** A full disk, or a reader that has gone, costs lines of the log and not the site. */
function outliveReaders() {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

function printer() {
  let lines = "";
  const flush = () => {
    process.stdout.write(lines);
    lines = "";
  };
  process.once("exit", flush);
  return (line: string) => {
    if (lines === "") setTimeout(flush, TOGETHER_MS).unref();
    lines += `${line}\n`;
  };
}

const isStatic = (path: string) => /^\/(build|photos|images)\/|\.(svg|png|ico|js)$/.test(path);
