import type { ServerResponse } from "node:http";
import type { HttpContext } from "./http-context.ts";

type Rejection = { status: number; message: string; allow?: string };

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Lengths of URL and path, and the path's segments: more than any route needs. */
const LIMITS = { url: 8 * 1024, path: 1024, segments: 16 };

/** Case-insensitive, as in Remix. */
const API = /^\/api\/v1(\/|$)/i;

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Two years */
const HSTS = "max-age=63072000; includeSubDomains";

/** Of every response; those of a page override them. */
export const securityHeaders = (isSecure: boolean): Map<string, string> =>
  new Map([
    ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", "DENY"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["permissions-policy", "camera=(self), microphone=(), geolocation=(), payment=()"],
    ...(isSecure ? [["strict-transport-security", HSTS] as const] : []),
  ]);

/** A service worker is bound by the policy of its own file, and must fetch. */
export function relaxCspForServiceWorker(res: ServerResponse, path: string) {
  if (path.endsWith("-worker.js")) {
    res.setHeader("content-security-policy", "default-src 'none'; connect-src 'self'");
  }
}

/** Rejects what Remix would answer with a 500 or the wrong page; undefined for any other request. */
export function validateRequest(exchange: HttpContext): Rejection | undefined {
  const { req, path } = exchange;
  const { method = "", url = "" } = req;
  if (!METHODS.includes(method)) {
    return { status: 405, message: "Method not allowed", allow: METHODS.join(", ") };
  }
  if (isMalformed(exchange)) return { status: 400, message: "Bad request" };
  if (url.length > LIMITS.url || path.length > LIMITS.path) {
    return { status: 414, message: "The address is too long" };
  }
  if (hasTooManySegments(path)) return { status: 400, message: "The address is too deep" };
  if (isApiDataRequest(path, url)) {
    return { status: 400, message: "_data is not a parameter of the API" };
  }
  if (isCrossSitePost(exchange)) {
    return { status: 403, message: "Forbidden: the request came from another site" };
  }
  return undefined;
}

function isMalformed({ req, origin }: HttpContext) {
  const { httpVersionMajor, url = "", headers, rawHeaders } = req;
  const forwarded = origin.slice(origin.indexOf("//") + 2);
  return (
    httpVersionMajor < 1 ||
    !url.startsWith("/") ||
    hostHeaderCount(rawHeaders) > 1 ||
    !HOST.test(headers.host ?? "") ||
    !HOST.test(forwarded) ||
    !/^https?:/.test(origin) ||
    !URL.canParse(origin + url)
  );
}

/** Node takes the first of several Host headers, but a proxy may take the last. */
function hostHeaderCount(rawHeaders: string[]) {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

const hasTooManySegments = (path: string) =>
  path.split("/", LIMITS.segments + 2).length - 1 > LIMITS.segments;

/** Under /api/v1 Remix would answer `_data` itself, not in the format of the API. */
const isApiDataRequest = (path: string, url: string) =>
  API.test(path) && new URLSearchParams(url.slice(path.length + 1)).has("_data");

/** The app checks the same for every write by cookie, but Remix would answer these with a 500 first. */
function isCrossSitePost({ req, path, origin }: HttpContext) {
  const { origin: sender } = req.headers;
  if (req.method === "GET" || req.method === "HEAD" || !sender) return false;
  if (API.test(path)) return false;
  return !URL.canParse(sender) || new URL(sender).host !== new URL(origin).host;
}

/** As an API envelope under /api/v1, else as plain text. */
export function sendRejection(
  { res, path }: HttpContext,
  rejection: Rejection,
  extra: object = {},
) {
  const { status, message, allow } = rejection;
  const isApi = API.test(path);
  const body = { statusCode: status, success: false, message, data: null, errors: [], ...extra };
  res.writeHead(status, {
    "content-type": isApi ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
    "cache-control": "no-store",
    ...(allow && { allow }),
  });
  res.end(isApi ? JSON.stringify(body) : message);
}
