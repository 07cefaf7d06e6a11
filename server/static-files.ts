import type { ReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import sirv from "sirv";
import type { App } from "~/start.server";
import type { HttpContext } from "./http-context.ts";
import { relaxCspForServiceWorker } from "./validate-request.ts";

/** Serves public/; false for any other path. Files with a hash in their name are immutable. */
export function createStaticFiles(logError: App["logError"]) {
  const folder = fileURLToPath(new URL("../public", import.meta.url));
  const open = () =>
    sirv(folder, {
      dev: process.env.NODE_ENV === "development",
      brotli: true,
      gzip: true,
      etag: true,
      setHeaders(res, path) {
        const isImmutable = path.startsWith("/build/");
        res.setHeader(
          "cache-control",
          isImmutable ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        );
        relaxCspForServiceWorker(res, path);
      },
    });
  let serve: ReturnType<typeof sirv> | undefined; // lists the folder at the first request
  return ({ req, res }: HttpContext) => {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    let isFile = true;
    const onPipe = (file: ReadStream) => handleStreamError(file, res, logError);
    res.once("pipe", onPipe);
    serve ??= open();
    dropUnsupportedRange(req);
    serve(req, res, () => void (isFile = false));
    res.off("pipe", onPipe); // streams of the app handle their own errors
    return isFile;
  };
}

const RANGE = /^bytes=(\d{1,15})-(\d{0,15})$/;

/** sirv mishandles other ranges and ignores `If-Range`. A server may always send the complete file instead. */
function dropUnsupportedRange({ headers }: IncomingMessage) {
  if (headers.range === undefined) return;
  const [, from, to] = RANGE.exec(headers.range) ?? [];
  const isSupported = from !== undefined && (!to || Number(from) <= Number(to));
  if (!isSupported || headers["if-range"]) delete headers.range;
}

/** A missing file, or too many open ones, ends only this response; when a client disconnects, its file is closed. */
function handleStreamError(file: ReadStream, res: ServerResponse, logError: App["logError"]) {
  res.once("close", () => file.destroy());
  file.once("error", (error) => {
    logError("A file could not be sent", error);
    res.destroy();
  });
}
