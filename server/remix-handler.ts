import { once } from "node:events";
import { createRemixRequest } from "@remix-run/express/dist/server.js";
import type { RequestHandler } from "express";
import type { PrunedHandlers } from "./pruned-handlers.ts";

/**
 * Lets Remix respond. Upstream defect: the sender of @remix-run/express does not wait for the client, so that
 * an export is made as fast as it can be and held in memory for a slow one, and made to its end for one that has left.
 */
export function remixHandler({ handlerFor }: Pick<PrunedHandlers, "handlerFor">): RequestHandler {
  return async (req, res, next) => {
    try {
      const request = createRemixRequest(req, res);
      const response = await handlerFor(req.originalUrl)(request, { clientIp: req.ip });
      res.status(response.status);
      for (const [name, value] of response.headers) res.append(name, value);
      const { signal } = request;
      for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>)
        if (!res.write(chunk)) await once(res, "drain", { signal });
      res.end();
    } catch (error) {
      next(error);
    }
  };
}
