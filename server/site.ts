import { join } from "node:path";
import { constants } from "node:zlib";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";
import { logRequests, type LogStyle } from "./access-log.ts";
import { answerError, letWorkerFetch, sayHeaders, turnAwayUnreadable } from "./front.ts";
import { metrics, type Figures } from "./metrics.ts";

/** What the build says once it has opened the zoo. */
export type Opened = {
  settings: {
    port: number;
    host: string;
    trustProxy: number;
    publicUrl?: string;
    metricsToken?: string;
  };
  lines: string[];
  log: LogStyle;
  figures(): Figures;
  close(): Promise<void>;
};

/** Scripts are fetched once and kept for a year: a little more time here saves every phone a tenth of them. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } };

/** Everything that is answered, whoever asks. */
export function site(
  build: ServerBuild,
  opened: Opened,
  isStopping: () => boolean,
  publicFolder: string,
) {
  const { settings, log, figures } = opened;
  const mode = process.env.NODE_ENV;
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", settings.trustProxy);
  const isSecure = settings.publicUrl?.startsWith("https:") ?? false;
  app.use(logRequests(log), sayHeaders(isSecure), turnAwayUnreadable(settings.trustProxy));
  if (settings.metricsToken) {
    const { measure, tell } = metrics(settings.metricsToken, figures);
    app.use(measure).get("/metrics", tell);
  }
  app.use(compression({ brotli: BROTLI }));
  app.get("/readyz", (_, res, next) => (isStopping() ? res.sendStatus(503) : next()));
  app.use(
    "/build",
    files(join(publicFolder, "build"), { immutable: true, maxAge: "1y", fallthrough: false }),
  );
  app.use(files(publicFolder, { maxAge: "1h", setHeaders: letWorkerFetch }));
  app.use(createRequestHandler({ build, mode, getLoadContext: (req) => ({ clientIp: req.ip }) }));
  app.use(answerError);
  return app;
}

function files(folder: string, options: Parameters<typeof express.static>[1]) {
  return express.static(folder, { index: false, redirect: false, ...options });
}
