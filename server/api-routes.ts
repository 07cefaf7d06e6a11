import { once } from "node:events";
import { createRemixHeaders } from "@remix-run/express/dist/server.js";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import type { App } from "~/start.server";
import type { PrunedHandlers } from "./pruned-handlers.ts";

type ApiHandler = (args: object) => Promise<Response> | Response;

/** Providers send webhooks by the thousand, and again when they are not answered at once. */
const DIRECT = /^routes\/(?:api\/|payments\/webhook$)/;

/** What Remix leaves to actions. */
const MUTATIONS = /^(?:POST|PUT|PATCH|DELETE)$/;

/** Bodies up to this size are read at once, which is cheaper than a stream; larger ones are left to Remix. */
const MAX_BYTES = 64 * 1024;

/**
 * Calls the modules of the API and of webhooks directly, which halves the time of an order: Remix would prepare a page
 * around them.
 */
export const callApiRoutes =
  ({ routes }: ServerBuild, { match }: PrunedHandlers, setBody: App["setBody"]): RequestHandler =>
  async (req, res, next) => {
    const { ids, params } = match(req.originalUrl);
    const leaf = ids.at(-1) ?? "";
    const { method, origin, originalUrl, headers, ip: clientIp } = req;
    const size = headers["transfer-encoding"] ? Infinity : Number(headers["content-length"] ?? 0);
    if (!DIRECT.test(leaf) || size > MAX_BYTES) return next();

    try {
      const init = { method, headers: createRemixHeaders(headers) };
      const request = new Request(origin + originalUrl, init);
      if (size > 0) {
        const chunks: Buffer[] = []; // an iteration takes a tenth of an order longer
        req.on("data", (chunk: Buffer) => chunks.push(chunk));
        await once(req, "end");
        setBody(request, Buffer.concat(chunks));
      }
      const { loader, action } = routes[leaf]?.module ?? {};
      const handle = (MUTATIONS.test(method) ? action : loader) as ApiHandler;
      const response = await handle({ request, params, context: { clientIp } });
      const body = Buffer.from(await response.arrayBuffer());
      res.status(response.status).setHeaders(response.headers).send(body);
    } catch (error) {
      next(error);
    }
  };
