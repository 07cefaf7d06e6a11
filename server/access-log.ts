import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import { LRUCache } from "lru-cache";
import type { App } from "~/start.server";

/**
 * Logs a line per response: never bodies, cookies, query strings, secrets in the path, or full client addresses.
 * pino-http would create two loggers for each request, which takes as long as the line.
 */
export function accessLog({ logger, redactPath, toNetwork }: App["accessLog"]): RequestHandler {
  const networks = new LRUCache<string, string>({
    max: 1_000,
    memoMethod: (address) => toNetwork(address) ?? "?",
  });
  return (req, res, next) => {
    const start = Date.now();
    const path = req.originalUrl.split("?", 1)[0] ?? "";
    const { method, ip = "" } = req;
    const id = (req.id = req.headers["x-request-id"] = randomUUID());
    res.once("close", () => {
      const status = statusForLog(res);
      if (status < 400 && isStatic(path)) return;
      const safePath = redactPath(path).replace(/[^\x20-\x7e…]/g, "?");
      logger[status < 500 ? "info" : "error"](
        {
          req: { id, method, path: safePath, client: networks.memo(ip) },
          res: { status },
          responseTime: Date.now() - start,
        },
        "request completed",
      );
    });
    next();
  };
}

const isStatic = (path: string) => /^\/(build|photos|images)\/|\.(svg|png|ico|js)$/.test(path);

/** 499 when the client disconnected before the end of the response. */
export const statusForLog = ({ writableFinished, statusCode }: ServerResponse) =>
  writableFinished ? statusCode : 499;
