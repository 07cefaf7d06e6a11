import type { Request, RequestHandler, Response } from "express";
import type { App } from "~/start.server";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Lengths of URL and path, and the path's segments: more than any route needs. */
const MAX = { url: 8 * 1024, path: 1024, segments: 16 };

/** Case-insensitive, as in Remix. */
const API = /^\/api\/v1(\/|$)/i;

const ORIGIN = /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Rejects what Remix would answer with a 500 or the wrong page. */
export const rejectInvalid: RequestHandler = (req, res, next) => {
  const { method, originalUrl, path } = req;
  const reject = (status: number, message: string) => sendRejection(req, res, status, message);
  if (!METHODS.includes(method)) {
    res.setHeader("allow", METHODS.join(", "));
    reject(405, "Method not allowed");
  } else if (isMalformed(req)) reject(400, "Bad request");
  else if (originalUrl.length > MAX.url || path.length > MAX.path)
    reject(414, "The address is too long");
  else if (path.split("/").length - 1 > MAX.segments) reject(400, "The address is too deep");
  else if (API.test(path) && new URL(originalUrl, req.origin).searchParams.has("_data"))
    reject(400, "_data is not a parameter of the API"); // Remix would answer it itself
  else if (isCrossSitePost(req)) reject(403, "Forbidden: the request came from another site");
  else next();
};

function isMalformed({ httpVersionMajor, originalUrl, origin, headers, headersDistinct }: Request) {
  const [path = ""] = originalUrl.split("?", 1);
  return (
    httpVersionMajor < 1 ||
    headersDistinct.host?.length !== 1 || // a proxy may take the last of several
    !ORIGIN.test(`http://${headers.host}`) ||
    !ORIGIN.test(origin) ||
    // Handlers would read `\\`, tab, `..` and `//` in different ways.
    path.includes("//") ||
    URL.parse(origin + originalUrl)?.pathname !== path
  );
}

/** The app checks the same for every write by cookie, but Remix would answer these with a 500 first. */
function isCrossSitePost({ method, headers, path, origin }: Request) {
  const { origin: sender } = headers;
  if (method === "GET" || method === "HEAD" || !sender || API.test(path)) return false;
  return URL.parse(sender)?.host !== new URL(origin).host;
}

/** As an API envelope under /api/v1, else as plain text. */
export function sendRejection(
  { app, originalUrl, headers }: Request,
  res: Response,
  statusCode: number,
  message: string,
  extra: object = {},
) {
  res.status(statusCode).setHeader("cache-control", "no-store");
  if (!API.test(originalUrl.split("?", 1)[0] ?? "")) return void res.type("text").send(message);
  const cors = app.get("cors headers") as App["corsHeaders"];
  res
    .set(cors(headers.origin))
    .json({ statusCode, success: false, message, data: null, errors: [], ...extra });
}
