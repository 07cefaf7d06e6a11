import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Request } from "express";
import { LRUCache } from "lru-cache";
import { pinoHttp } from "pino-http";
import type { App } from "~/start.server";

/**
 * Logs a line per response: never bodies, cookies, query strings, secrets in the path, or full client addresses. The
 * request id is also in the response; a client's own id is ignored.
 */
export function accessLog({ logger, redactPath, toNetwork }: App["accessLog"]) {
  const networks = new LRUCache<string, string>({
    max: 1_000,
    memoMethod: (address) => toNetwork(address) ?? "?",
  });
  return pinoHttp<Request, ServerResponse>({
    logger,
    wrapSerializers: false,
    genReqId: (req) => (req.headers["x-request-id"] = randomUUID()),
    serializers: {
      req: (req: Request) => ({
        id: req.id,
        method: req.method,
        path: redactPath(pathOf(req)).replace(/[^\x20-\x7e…]/g, "?"),
        client: networks.memo(req.ip ?? ""),
      }),
      res: (res: ServerResponse) => ({ status: statusForLog(res) }),
      err: () => undefined, // is only that the status is 500
    },
    customLogLevel(req, res) {
      const status = statusForLog(res);
      if (status < 400 && isStatic(pathOf(req))) return "silent";
      return status >= 500 ? "error" : "info";
    },
  });
}

const pathOf = ({ originalUrl }: Request) => originalUrl.split("?", 1)[0] ?? "";

const isStatic = (path: string) => /^\/(build|photos|images)\/|\.(svg|png|ico|js)$/.test(path);

/** 499 when the client disconnected before the end of the response. */
export const statusForLog = ({ writableFinished, statusCode }: ServerResponse) =>
  writableFinished ? statusCode : 499;
