import type { ServerResponse } from "node:http";
import type { Exchange } from "./http-context.ts";

type Refusal = { status: number; message: string; allow?: string };

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Characters of an address, of its path, and the path's segments: more than any of ours has. */
const MOST = { url: 8 * 1024, path: 1024, segments: 16 };

/** Ignoring case, as Remix does. */
const API = /^\/api\/v1(\/|$)/i;

/** A name or address, and a port. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Two years. */
const HSTS = "max-age=63072000; includeSubDomains";

/** What every answer says to browsers. What a page says of itself takes its place. */
export const commonHeadersFor = (isSecure: boolean): Map<string, string> =>
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

/** A worker runs under the policy of its own file, and one that may fetch nothing can serve nothing. */
export function letWorkerFetch(res: ServerResponse, path: string) {
  if (path.endsWith("-worker.js")) {
    res.setHeader("content-security-policy", "default-src 'none'; connect-src 'self'");
  }
}

/** A refusal for what Remix would answer with a 500 or the wrong page; undefined for any other request. */
export function refusalOf(exchange: Exchange): Refusal | undefined {
  const { req, path } = exchange;
  const { method = "", url = "" } = req;
  if (!METHODS.includes(method)) {
    return { status: 405, message: "Method not allowed", allow: METHODS.join(", ") };
  }
  if (isMalformed(exchange)) return { status: 400, message: "Bad request" };
  if (url.length > MOST.url || path.length > MOST.path) {
    return { status: 414, message: "The address is too long" };
  }
  if (isDeep(path)) return { status: 400, message: "The address is too deep" };
  if (isDataOfApi(path, url)) {
    return { status: 400, message: "_data is not a parameter of the API" };
  }
  if (isForeignForm(exchange)) {
    return { status: 403, message: "Forbidden: the request came from another site" };
  }
  return undefined;
}

function isMalformed({ req, origin }: Exchange) {
  const { httpVersionMajor, url = "", headers, rawHeaders } = req;
  const forwarded = origin.slice(origin.indexOf("//") + 2);
  return (
    httpVersionMajor < 1 ||
    !url.startsWith("/") ||
    countOfHosts(rawHeaders) > 1 ||
    !HOST.test(headers.host ?? "") ||
    !HOST.test(forwarded) ||
    !/^https?:/.test(origin) ||
    !URL.canParse(origin + url)
  );
}

/** Node keeps the first of several Host headers; a proxy in front might have kept the last. */
function countOfHosts(rawHeaders: string[]) {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts;
}

const isDeep = (path: string) => path.split("/", MOST.segments + 2).length - 1 > MOST.segments;

/** Pages fetch their data with `_data`. Under /api/v1 Remix itself would answer it, and not as the API does. */
const isDataOfApi = (path: string, url: string) =>
  API.test(path) && new URLSearchParams(url.slice(path.length + 1)).has("_data");

/** The site checks the same for every write by cookie; Remix would answer these with a 500 first. */
function isForeignForm({ req, path, origin }: Exchange) {
  const { origin: sender } = req.headers;
  if (req.method === "GET" || req.method === "HEAD" || !sender) return false;
  if (API.test(path)) return false;
  return !URL.canParse(sender) || new URL(sender).host !== new URL(origin).host;
}

/** In the envelope of the API under /api/v1, else in one line. */
export function refuse({ res, path }: Exchange, refusal: Refusal, more: object = {}) {
  const { status, message, allow } = refusal;
  const isApi = API.test(path);
  const body = { statusCode: status, success: false, message, data: null, errors: [], ...more };
  res.writeHead(status, {
    "content-type": isApi ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
    "cache-control": "no-store",
    ...(allow && { allow }),
  });
  res.end(isApi ? JSON.stringify(body) : message);
}
