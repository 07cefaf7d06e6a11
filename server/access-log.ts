import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import type { App } from "~/start.server";

/**
 * Measures each response and logs a line: never bodies, cookies, query strings, secrets in the path, or full client
 * addresses. pino-http would create two loggers for each request, which takes as long as the line.
 */
export function accessLog(
  { logger, redactPath, toNetwork }: App["accessLog"],
  metrics?: Awaited<ReturnType<App["processMetrics"]>>,
): RequestHandler {
  return (req, res, next) => {
    const start = Date.now();
    const stopTimer = metrics?.startTimer(req.method, req.originalUrl);
    const path = req.originalUrl.split("?", 1)[0] ?? "";
    const { method, ip = "" } = req;
    const id = (req.id = req.headers["x-request-id"] = randomUUID());
    res.once("close", () => {
      const status = res.writableFinished ? res.statusCode : 499; // the client has disconnected
      stopTimer?.(status);
      if (status < 400 && isStatic(path)) return;
      const safePath = redactPath(path).replace(/[^\x20-\x7e…]/g, "?");
      logger[status < 500 ? "info" : "error"](
        {
          req: { id, method, path: safePath, client: toNetwork(ip) },
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
