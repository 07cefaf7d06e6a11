import type { ReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import sirv from "sirv";
import { accessLog, type LogStyle } from "./access-log.ts";
import { answersOf } from "./request-handler.ts";
import { exchangeBehind, requestOf, type Exchange } from "./http-context.ts";
import { letWorkerFetch, refusalOf, refuse, commonHeadersFor } from "./validate-request.ts";
import { keeper, type Keeping } from "./response-cache.ts";
import type { Figures } from "./metrics.ts";
import { send } from "./send-response.ts";
import type { Scheduler } from "./scheduler.ts";

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
  keeping: Keeping;
  stopSending(): Promise<void>;
  close(): Promise<void>;
};

type Trouble = LogStyle["trouble"];

/** Answers every request. */
export async function site(
  build: ServerBuild,
  opened: Opened,
  isStopping: () => boolean,
  scheduler: Scheduler,
) {
  const { settings, figures, keeping } = opened;
  const exchangeOf = exchangeBehind(settings.trustProxy);
  const commonHeaders = commonHeadersFor(settings.publicUrl?.startsWith("https:") ?? false);
  const log = accessLog(opened.log);
  const watch = await watching(settings.metricsToken, figures);
  const { trouble } = opened.log;
  const sendFile = files(trouble);
  const { matchesOf, answer } = answersOf(build);
  const kept = keeper(keeping, { commonHeaders, matchesOf, draw: answer });

  return (req: IncomingMessage, res: ServerResponse) => {
    const exchange = exchangeOf(req, res);
    const writeLine = log(exchange);
    const stopClock = watch?.measure(exchange);
    // One listener for both: a stream that is sent adds seven of its own, and Node warns of more than ten. It fires
    // only once: removing it would be extra work.
    res.on("close", () => {
      writeLine();
      stopClock?.();
    });
    handle(exchange).catch((error: unknown) => answerFault(exchange, error, trouble));
  };

  async function handle(exchange: Exchange) {
    const { res, path, clientIp, requestId } = exchange;
    const refusal = refusalOf(exchange);
    const found = refusal ? null : kept(exchange);
    const whole = found instanceof Promise ? await found : found;
    if (whole) {
      await scheduler.turnToLeave();
      return res.destroyed ? undefined : whole.send(exchange);
    }

    res.setHeaders(commonHeaders).setHeader("x-request-id", requestId);
    if (refusal) return refuse(exchange, refusal);
    if (path === "/readyz" && isStopping()) {
      return refuse(exchange, { status: 503, message: "Service Unavailable" });
    }
    if (path === "/metrics" && watch) return watch.tell(exchange);
    if (sendFile(exchange)) return;
    if (path.startsWith("/build/")) return refuse(exchange, { status: 404, message: "Not found" });
    await scheduler.turnToWork();
    if (res.destroyed) return; // the client has gone meanwhile
    await send(exchange, await answer(await requestOf(exchange), { clientIp }));
  }
}

/** Loads the metrics only when there is a token for them. */
async function watching(token: string | undefined, figures: () => Figures) {
  if (!token) return undefined;
  const { metrics } = await import("./metrics.ts");
  return metrics(token, figures);
}

/**
 * Files with a hash in their name never change; the others are checked again after an hour. They are looked up
 * when the first is asked for.
 */
function files(trouble: Trouble) {
  const folder = fileURLToPath(new URL("../public", import.meta.url));
  const open = () =>
    sirv(folder, {
      dev: process.env.NODE_ENV === "development",
      brotli: true,
      gzip: true,
      etag: true,
      setHeaders(res, path) {
        const lasting = path.startsWith("/build/");
        res.setHeader(
          "cache-control",
          lasting ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        );
        letWorkerFetch(res, path);
      },
    });
  let serve: ReturnType<typeof sirv> | undefined;
  return ({ req, res }: Exchange) => {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    let isFile = true;
    const watchFile = (file: ReadStream) => whilePiped(file, res, trouble);
    res.once("pipe", watchFile);
    serve ??= open();
    forgetOddRange(req);
    serve(req, res, () => void (isFile = false));
    res.off("pipe", watchFile); // what the app streams has a watch of its own
    return isFile;
  };
}

/** From a byte on, perhaps to a later one. */
const PART = /^bytes=(\d{1,15})-(\d{0,15})$/;

/**
 * Of any other range sirv makes the wrong bytes or a fault, and it does not ask whether the file is still the one
 * of `If-Range`. A server may always send the whole file instead.
 */
function forgetOddRange({ headers }: IncomingMessage) {
  if (headers.range === undefined) return;
  const [, from, to] = PART.exec(headers.range) ?? [];
  const isPlain = from !== undefined && (!to || Number(from) <= Number(to));
  if (!isPlain || headers["if-range"]) delete headers.range;
}

/** A missing file, or too many open ones, ends only this answer; when a client leaves, its file is closed. */
function whilePiped(file: ReadStream, res: ServerResponse, trouble: Trouble) {
  res.once("close", () => file.destroy());
  file.once("error", (error) => {
    trouble("A file could not be sent", error);
    res.destroy();
  });
}

function answerFault(exchange: Exchange, error: unknown, trouble: Trouble) {
  const { res, requestId } = exchange;
  if (res.destroyed) return;
  trouble(`Request ${requestId} could not be answered`, error);
  if (res.headersSent) return void res.destroy();
  refuse(exchange, { status: 500, message: "Something went wrong" }, { requestId });
}
