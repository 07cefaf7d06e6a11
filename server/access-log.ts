import { statusForError, type HttpContext } from "./http-context.ts";

/** As the app logs, so that both redact the same secrets. */
export type AccessLogConfig = {
  asJson: boolean;
  redactPath(path: string): string;
  /** Shortens an address to its network. */
  toNetwork(address: string): string | undefined;
};

/** Lines are written in batches: a system call per line would cost as much as a cached page. */
const FLUSH_INTERVAL_MS = 50;

/**
 * Writes a line per response: never bodies, cookies, query strings, secrets in the path, or full client addresses.
 * Called when a request arrives, it returns what to call when its response has closed.
 */
export function accessLog({ asJson, redactPath, toNetwork }: AccessLogConfig) {
  ignoreStreamErrors();
  const print = bufferedWriter();
  const timestamp = cachedTimestamp();
  return ({ req, res, path: requestedPath, clientIp, requestId }: HttpContext) => {
    const start = performance.now();
    return () => {
      const status = statusForError(res);
      if (status < 400 && isStatic(requestedPath)) return;
      const path = redactPath(requestedPath).replace(/[^\x20-\x7e…]/g, "?");
      const line = {
        level: status >= 500 ? "error" : "info",
        at: timestamp(),
        requestId,
        method: req.method,
        path,
        status,
        ms: Math.round((performance.now() - start) * 10) / 10,
        client: toNetwork(clientIp) ?? "?",
      };
      const readable = () =>
        `${line.at} ${line.method} ${path} ${status} ${line.ms} ms ${line.client} ${requestId}`;
      print(asJson ? JSON.stringify(line) : readable());
    };
  };
}

/** Formats the time once per millisecond, in which many responses may end. */
function cachedTimestamp() {
  let [ms, text] = [0, ""];
  return () => {
    if (Date.now() === ms) return text;
    ms = Date.now();
    return (text = new Date(ms).toISOString());
  };
}

/** A full disk or a closed pipe loses log lines but does not stop the site. */
function ignoreStreamErrors() {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

function bufferedWriter() {
  let lines = "";
  const flush = () => {
    process.stdout.write(lines);
    lines = "";
  };
  process.once("exit", flush);
  return (line: string) => {
    if (lines === "") setTimeout(flush, FLUSH_INTERVAL_MS).unref();
    lines += `${line}\n`;
  };
}

const isStatic = (path: string) => /^\/(build|photos|images)\/|\.(svg|png|ico|js)$/.test(path);
