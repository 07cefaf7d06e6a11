import { Readable } from "node:stream";
import { createRemixHeaders } from "@remix-run/express/dist/server.js";
import type { ServerBuild } from "@remix-run/node";
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from "express";
import type { createPrunedBuilds } from "./pruned-builds.ts";

/** Their loader and their action are one function, which dispatches by method and answers errors too. */
type ApiLoader = (args: object) => Promise<Response>;

/** Bodies up to this size are buffered, which is cheaper than a web stream. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** Calls the modules of the API directly, which halves the time of an order: Remix would prepare a page around them. */
export const callApiRoutes =
  (
    { routes }: ServerBuild,
    { match }: Pick<ReturnType<typeof createPrunedBuilds>, "match">,
  ): RequestHandler =>
  async (req, res, next) => {
    const { ids, params } = match(req.originalUrl);
    const leaf = ids.at(-1);
    if (!leaf?.startsWith("routes/api/")) return next();
    try {
      const loader = routes[leaf]?.module.loader as ApiLoader;
      const context = { clientIp: req.ip };
      const response = await loader({ request: await toRequest(req, res), params, context });
      const body = req.method === "HEAD" ? undefined : Buffer.from(await response.arrayBuffer());
      res.status(response.status).setHeaders(response.headers).end(body);
    } catch (error) {
      next(error);
    }
  };

async function toRequest(req: ExpressRequest, res: ExpressResponse) {
  const { method, origin, originalUrl } = req;
  const disconnected = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) disconnected.abort();
  });
  const { signal } = disconnected;
  const init = { method, headers: createRemixHeaders(req.headers), signal };
  if (method === "GET" || method === "HEAD") return new Request(origin + originalUrl, init);
  const isSmall = Number(req.headers["content-length"] ?? Infinity) <= MAX_BUFFERED_BYTES;
  const body = isSmall
    ? Buffer.concat(await req.toArray())
    : (Readable.toWeb(req) as ReadableStream<Uint8Array>);
  return new Request(origin + originalUrl, { ...init, body, duplex: "half" });
}
