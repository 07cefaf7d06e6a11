import type { ReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import type { RequestHandler } from "express";
import sirv from "sirv";
import type { App } from "~/start.server";

/** Serves public/. Files with a hash in their name are immutable. */
export function serveStaticFiles(logError: App["logError"]): RequestHandler {
  const folder = fileURLToPath(new URL("../public", import.meta.url));
  const serve = sirv(folder, {
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
      // A service worker is bound by the policy of its own file, and must fetch.
      if (path.endsWith("-worker.js")) {
        res.setHeader("content-security-policy", "default-src 'none'; connect-src 'self'");
      }
    },
  });
  return (req, res, next) => {
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    const onPipe = (file: ReadStream) => handleStreamError(file, res, logError);
    res.once("pipe", onPipe);
    dropUnsupportedRange(req);
    serve(req, res, () => {
      res.off("pipe", onPipe);
      next();
    });
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
