import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "~/start.server";
import type { AppBuild } from "~/app-build";
import { accessLog } from "./access-log.ts";
import { createRequestHandlers } from "./request-handler.ts";
import { createHttpContext, toWebRequest, type HttpContext } from "./http-context.ts";
import { validateRequest, sendRejection, securityHeaders } from "./validate-request.ts";
import { createResponseCache } from "./response-cache.ts";
import { createStaticFiles } from "./static-files.ts";
import { send } from "./send-response.ts";
import type { Scheduler } from "./scheduler.ts";

/** Handles every request: cached responses, static files, then Remix. */
export async function createRequestListener(
  build: AppBuild,
  app: App,
  isStopping: () => boolean,
  scheduler: Scheduler,
) {
  const { settings, logError } = app;
  const toContext = createHttpContext(settings.trustProxy);
  const commonHeaders = securityHeaders(settings.publicUrl?.startsWith("https:") ?? false);
  const log = accessLog(app.accessLog);
  const metrics = await loadMetrics(settings.metricsToken, app.metrics);
  const sendFile = createStaticFiles(logError);
  const { matchRoute, respond } = createRequestHandlers(build);
  const findCached = createResponseCache(app.responseCache, {
    commonHeaders,
    matchRoute,
    render: respond,
  });

  return (req: IncomingMessage, res: ServerResponse) => {
    const context = toContext(req, res);
    const writeLine = log(context);
    const stopTimer = metrics?.measure(context);
    // One listener for both: a streamed response adds seven, and Node warns of more than ten.
    res.on("close", () => {
      writeLine();
      stopTimer?.();
    });
    handle(context).catch((error: unknown) => sendInternalError(context, error));
  };

  async function handle(context: HttpContext) {
    const { res, path, clientIp, requestId } = context;
    const rejection = validateRequest(context);
    const pending = rejection ? null : findCached(context);
    const cached = pending instanceof Promise ? await pending : pending;
    if (cached) {
      await scheduler.waitForFlush();
      return res.destroyed ? undefined : cached.send(context);
    }

    res.setHeaders(commonHeaders).setHeader("x-request-id", requestId);
    if (rejection) return sendRejection(context, rejection);
    if (path === "/readyz" && isStopping()) {
      return sendRejection(context, { status: 503, message: "Service Unavailable" });
    }
    if (path === "/metrics" && metrics) return metrics.handle(context);
    if (sendFile(context)) return;
    if (path.startsWith("/build/"))
      return sendRejection(context, { status: 404, message: "Not found" });
    await scheduler.waitForTurn();
    if (res.destroyed) return; // the client has disconnected meanwhile
    await send(context, await respond(await toWebRequest(context), { clientIp }));
  }

  function sendInternalError(context: HttpContext, error: unknown) {
    const { res, requestId } = context;
    if (res.destroyed) return;
    logError(`Request ${requestId} could not be answered`, error);
    if (res.headersSent) return void res.destroy();
    sendRejection(context, { status: 500, message: "Something went wrong" }, { requestId });
  }
}

/** Loads the metrics library only when a token is set. */
async function loadMetrics(token: string | undefined, snapshot: App["metrics"]) {
  if (!token) return undefined;
  const { createMetrics } = await import("./metrics.ts");
  return createMetrics(token, snapshot);
}
