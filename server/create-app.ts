import type { Server } from "node:http";
import compression from "compression";
import type { ErrorRequestHandler, Express, RequestHandler } from "express";
import type { AppBuild } from "~/app-build";
import type { App } from "~/start.server";
import { accessLog } from "./access-log.ts";
import { callApiRoutes } from "./api-routes.ts";
import { fairTurns } from "./fair-turns.ts";
import { normalizeRequest } from "./normalize-request.ts";
import { createPrunedHandlers } from "./pruned-handlers.ts";
import { remixHandler } from "./remix-handler.ts";
import { createResponseCache } from "./response-cache.ts";
import { securityHeaders } from "./security-headers.ts";
import { serveStaticFiles } from "./static-files.ts";
import { rejectInvalid, sendRejection } from "./validate-request.ts";

/** Lets `site` handle every request: cached responses, static files, then the API and Remix. */
export async function createApp(site: Express, build: AppBuild, app: App, server: Server) {
  const handlers = createPrunedHandlers(build);
  const { serve, fill } = createResponseCache(app.responseCache, handlers);

  site
    .disable("x-powered-by")
    .disable("etag")
    .set("query parser", false)
    .set("cors headers", app.corsHeaders)
    .set("trust proxy", app.settings.trustProxy > 0 ? 1 : 0);
  site.use(normalizeRequest(app.settings.trustProxy, app.noteProxyHeaders));
  site.use(accessLog(app.accessLog, await app.processMetrics()));
  site.use(serve, securityHeaders(app.settings), rejectInvalid);
  site.get("*", fill, serveStaticFiles()); // its HEAD, too
  site.use("/build", (req, res) => sendRejection(req, res, 404, "Not found"));
  site.use(compression({ level: 4 })); // as small as fast brotli at less than half of its CPU time
  site.use(fairTurns(server), callApiRoutes(build, handlers, app.setBody));
  site.use(drainBody, remixHandler(handlers), handleError(app.logError));
}

/** Reads what is left of a body that the app did not read, so that the connection can be reused. */
const drainBody: RequestHandler = (req, res, next) => {
  res.once("finish", () => {
    if (!req.complete) req.removeAllListeners("data").resume();
  });
  next();
};

const handleError =
  (logError: App["logError"]): ErrorRequestHandler =>
  (error, req, res, _) => {
    if (res.destroyed) return;
    // Of a library, such as 416 for a part that a file does not have.
    const { status } = error as { status?: number };
    if (status && status < 500) return sendRejection(req, res, status, "Bad request");
    const requestId = String(req.id);
    logError(`Request ${requestId} could not be answered`, error);
    if (res.headersSent) return void res.destroy();
    sendRejection(req, res, 500, "Something went wrong", { requestId });
  };
