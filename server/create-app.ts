import type { Server } from "node:http";
import { createRequestHandler } from "@remix-run/express";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express } from "express";
import helmet from "helmet";
import onHeaders from "on-headers";
import type { AppBuild } from "~/app-build";
import type { App } from "~/start.server";
import { callApiRoutes } from "./api-routes.ts";
import { accessLog } from "./access-log.ts";
import { fairTurns } from "./fair-turns.ts";
import { normalizeRequest } from "./normalize-request.ts";
import { createPrunedBuilds } from "./pruned-builds.ts";
import { createResponseCache } from "./response-cache.ts";
import { secureCookies } from "./secure-cookies.ts";
import { DEFAULT_CSP, PERMISSIONS_POLICY, securityHeaders } from "./security-headers.ts";
import { serveStaticFiles } from "./static-files.ts";
import { rejectInvalid, sendRejection } from "./validate-request.ts";

const CSP = "content-security-policy";

/** As small as fast brotli at less than half of its CPU time. */
const GZIP_LEVEL = 4;

/** Handles every request: cached responses, static files, then Remix. */
export async function createApp(
  build: AppBuild,
  app: App,
  server: Server,
  isStopping: () => boolean,
): Promise<Express> {
  const { settings } = app;
  const builds = createPrunedBuilds(build);
  const site = express();
  site
    .disable("x-powered-by")
    .set("query parser", false)
    .set("trust proxy", settings.trustProxy > 0 ? 1 : 0);

  site.use(normalizeRequest(settings.trustProxy, app.noteProxySign));
  site.use(accessLog(app.accessLog));
  const metrics = await loadMetrics(app);
  if (metrics) site.use(metrics.measure);
  const { serve, fill } = createResponseCache(app.responseCache, builds);
  site.use(serve);
  site.use(helmet(securityHeaders(settings.publicUrl, settings.hstsSubdomains)));
  site.use(secureCookies);
  site.use((req, res, next) => {
    res.setHeader("permissions-policy", PERMISSIONS_POLICY);
    res.setHeader("x-request-id", String(req.id));
    // Set last: Express adds a page's own policy to one that is set before.
    onHeaders(res, () => {
      if (!res.hasHeader(CSP)) res.setHeader(CSP, DEFAULT_CSP);
    });
    next();
  });
  site.use(rejectInvalid);
  site.get("/readyz", (req, res, next) => {
    if (!isStopping()) return next();
    sendRejection(req, res, { status: 503, message: "Service Unavailable" });
  });
  if (metrics) site.get("/metrics", metrics.respond);
  site.use(fill);
  site.use(serveStaticFiles());
  site.use("/build", (req, res) => sendRejection(req, res, { status: 404, message: "Not found" }));
  site.use(compression({ level: GZIP_LEVEL }));
  site.use(fairTurns(server));
  site.use(drainBody, callApiRoutes(build, builds), remix(builds));
  site.use(handleError(app.logError));
  return site;
}

/** The library takes 20 ms to load, so only where a token is set. */
async function loadMetrics({ settings, createMetricsRegistry }: App) {
  if (!settings.metricsToken) return undefined;
  const { createMetrics } = await import("./metrics.ts");
  return createMetrics(settings.metricsToken, await createMetricsRegistry());
}

/** One Remix handler for each build. */
function remix(builds: ReturnType<typeof createPrunedBuilds>): express.RequestHandler {
  const handlerFor = builds.memoize((build) =>
    createRequestHandler({ build, getLoadContext: ({ ip }) => ({ clientIp: ip }) }),
  );
  return (req, res, next) => handlerFor(req.originalUrl)(req, res, next);
}

/** Reads what is left of a body that the app did not read, so that the connection can be reused. */
const drainBody: express.RequestHandler = (req, res, next) => {
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
    if (status && status < 500) return sendRejection(req, res, { status, message: "Bad request" });
    const requestId = String(req.id);
    logError(`Request ${requestId} could not be answered`, error);
    if (res.headersSent) return void res.destroy();
    sendRejection(req, res, { status: 500, message: "Something went wrong" }, { requestId });
  };
