import { randomUUID } from "node:crypto";
import type { NextFunction, Request, Response } from "express";

/**
 * Gives each request a name, which faults are logged under too, and writes a line when it is answered:
 * never bodies, cookies, query strings, secrets in the path, or whole addresses of clients.
 */
export const logRequests =
  (asJson: boolean, write = (line: string) => void process.stdout.write(`${line}\n`)) =>
  (req: Request, res: Response, next: NextFunction) => {
    const start = performance.now();
    const requestId = randomUUID();
    req.headers["x-request-id"] = requestId; // whatever the client called it
    res.set("X-Request-Id", requestId);
    const { method } = req;
    const path = masked(req.path);
    const client = prefixOf(req.ip);

    res.once("close", () => {
      const status = res.writableFinished ? res.statusCode : 499; // cut off by the client
      if (status < 400 && isStatic(path)) return;
      const line = {
        level: status >= 500 ? "error" : "info",
        at: new Date().toISOString(),
        requestId,
        method,
        path,
        status,
        ms: Math.round((performance.now() - start) * 10) / 10,
        client,
      };
      write(asJson ? JSON.stringify(line) : `${line.at} ${method} ${path} ${status} ${line.ms} ms`);
    });
    next();
  };

/** Visitors' keys and ticket codes are secrets that travel in the path. */
const masked = (path: string) =>
  path
    .replace(/^(\/order\/[^/]+|\/t)\/[^/]+/, "$1/…")
    .replace(/[^\x20-\x7e…]/g, "?")
    .slice(0, 200);

const isStatic = (path: string) => /^\/(build|photos|images)\/|\.(svg|png|ico|js)$/.test(path);

/** The network a client is in, not the client: /24 of IPv4, /48 of IPv6. */
function prefixOf(ip = "") {
  const plain = ip.replace(/^::ffff:/, "");
  if (plain.includes(".")) return plain.replace(/\.\d+$/, ".0");
  return `${plain.split(":").slice(0, 3).join(":")}::`;
}
