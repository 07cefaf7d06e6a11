import { randomUUID } from "node:crypto";
import type { NextFunction, Request, Response } from "express";

type HttpError = NodeJS.ErrnoException & { status?: number };

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Characters of an address, of its path, and the path's segments: more than any of ours has. */
const MOST = { url: 8 * 1024, path: 1024, segments: 16 };

/** In whatever case: Remix takes them all. */
const API = /^\/api\/v1(\/|$)/i;

/** A name or address, and a port. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

const TWO_YEARS_S = 63_072_000;

/** What every answer says to browsers. What a page says of itself takes its place. */
export const sayHeaders = (isSecure: boolean) => {
  const said: Record<string, string> = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=()",
  };
  if (isSecure) said["strict-transport-security"] = `max-age=${TWO_YEARS_S}; includeSubDomains`;

  return (_: Request, res: Response, next: NextFunction) => {
    res.set(said);
    // Remix adds its headers to those that are there, and two policies would both hold.
    const append = res.append.bind(res);
    res.append = (name, value) =>
      name.toLowerCase() in said ? res.set(name, value) : append(name, value);
    next();
  };
};

/** A worker lives by the policy of its own file, and one that may fetch nothing can serve nothing. */
export function letWorkerFetch(res: Response, file: string) {
  if (file.endsWith("-worker.js")) {
    res.set("content-security-policy", "default-src 'none'; connect-src 'self'");
  }
}

/** What Remix cannot make a Request of, it would answer with a 500, or with another page than was asked for. */
export const turnAwayUnreadable =
  (trustProxy: number) => (req: Request, res: Response, next: NextFunction) => {
    // Remix reads a port from this header even where no proxy is trusted.
    if (trustProxy === 0) delete req.headers["x-forwarded-host"];

    if (!METHODS.includes(req.method)) {
      refuse(req, res.set("Allow", METHODS.join(", ")), 405, "Method not allowed");
    } else if (isMalformed(req)) {
      refuse(req, res, 400, "Bad request");
    } else if (req.url.length > MOST.url || req.path.length > MOST.path) {
      refuse(req, res, 414, "The address is too long");
    } else if (req.path.split("/").length - 1 > MOST.segments) {
      refuse(req, res, 400, "The address is too deep");
    } else if (isDataOfApi(req)) {
      refuse(req, res, 400, "_data is not a parameter of the API");
    } else if (isForeignForm(req)) {
      refuse(req, res, 403, "Forbidden: the request came from another site");
    } else next();
  };

function isMalformed({ httpVersionMajor, url, headers, rawHeaders }: Request) {
  // Node keeps the first of several hosts; a proxy in front might have kept the last.
  const isHost = (name: string, at: number) => at % 2 === 0 && name.toLowerCase() === "host";
  const hosts = rawHeaders.filter(isHost).length;
  return (
    httpVersionMajor < 1 || !url.startsWith("/") || hosts > 1 || !HOST.test(headers.host ?? "")
  );
}

/** Pages fetch their data so. Under /api/v1 Remix would answer for itself, and not as the API does. */
const isDataOfApi = ({ path, url }: Request) =>
  API.test(path) && new URLSearchParams(url.split("?")[1]).has("_data");

/** The site asks the same of every write by cookie; Remix would answer these with a 500 before that. */
function isForeignForm({ method, path, headers }: Request) {
  const { origin, host } = headers;
  if (method === "GET" || method === "HEAD" || !origin || path.startsWith("/api/v1/")) return false;
  const proxied = String(headers["x-forwarded-host"] ?? "")
    .split(",")[0]
    ?.trim();
  return !URL.canParse(origin) || new URL(origin).host !== (proxied || host);
}

export function answerError(error: HttpError, req: Request, res: Response, next: NextFunction) {
  const status = error.status ?? (error.code === "ERR_INVALID_URL" ? 400 : 500);
  if (status < 500 && !res.headersSent) {
    return refuse(req, res, status, status === 404 ? "Not found" : "Bad request");
  }
  const requestId = String(req.headers["x-request-id"] ?? randomUUID());
  console.error(requestId, error);
  if (res.headersSent) return next(error);
  refuse(req, res.set("X-Request-Id", requestId), 500, "Something went wrong", { requestId });
}

function refuse(req: Request, res: Response, statusCode: number, message: string, more = {}) {
  res.status(statusCode).set("Cache-Control", "no-store");
  if (!API.test(req.path)) res.type("text").send(message);
  else res.json({ statusCode, success: false, message, data: null, errors: [], ...more });
}
