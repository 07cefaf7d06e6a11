import { randomUUID } from "node:crypto";
import type { NextFunction, Request, Response } from "express";

/** As the build logs, so that both hide the same secrets. */
export type LogStyle = { asJson: boolean; masked(path: string): string };

/**
 * Gives each request a name, which faults are logged under too, and writes a line when it is answered:
 * never bodies, cookies, query strings, secrets in the path, or whole addresses of clients.
 */
export const logRequests =
  ({ asJson, masked }: LogStyle) =>
  (req: Request, res: Response, next: NextFunction) => {
    const start = performance.now();
    const requestId = randomUUID();
    req.headers["x-request-id"] = requestId; // whatever the client called it
    res.set("X-Request-Id", requestId);
    const { method } = req;
    const path = masked(req.path).replace(/[^\x20-\x7e…]/g, "?");
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
      const inWords = `${line.at} ${method} ${path} ${status} ${line.ms} ms`;
      process.stdout.write(`${asJson ? JSON.stringify(line) : inWords}\n`);
    });
    next();
  };

const isStatic = (path: string) => /^\/(build|photos|images)\/|\.(svg|png|ico|js)$/.test(path);

/** The network a client is in, not the client: /24 of IPv4, /48 of IPv6. */
function prefixOf(ip = "") {
  const plain = ip.replace(/^::ffff:/, "");
  if (plain.includes(".")) return plain.replace(/\.\d+$/, ".0");
  return `${plain.split(":").slice(0, 3).join(":")}::`;
}
