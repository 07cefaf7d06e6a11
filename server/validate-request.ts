import type { Request, RequestHandler, Response } from "express";

type Rejection = { status: number; message: string; allow?: string };

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Lengths of URL and path, and the path's segments: more than any route needs. */
const LIMITS = { url: 8 * 1024, path: 1024, segments: 16 };

/** Case-insensitive, as in Remix. */
const API = /^\/api\/v1(\/|$)/i;

const ORIGIN = /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Rejects what Remix would answer with a 500 or the wrong page. */
export const rejectInvalid: RequestHandler = (req, res, next) => {
  const rejection = findRejection(req);
  if (rejection) sendRejection(req, res, rejection);
  else next();
};

function findRejection(req: Request): Rejection | undefined {
  const { method, originalUrl, path } = req;
  if (!METHODS.includes(method)) {
    return { status: 405, message: "Method not allowed", allow: METHODS.join(", ") };
  }
  if (isMalformed(req)) return { status: 400, message: "Bad request" };
  if (originalUrl.length > LIMITS.url || path.length > LIMITS.path) {
    return { status: 414, message: "The address is too long" };
  }
  if (path.split("/", LIMITS.segments + 2).length - 1 > LIMITS.segments) {
    return { status: 400, message: "The address is too deep" };
  }
  if (API.test(path) && new URL(originalUrl, req.origin).searchParams.has("_data")) {
    return { status: 400, message: "_data is not a parameter of the API" }; // Remix would answer it itself
  }
  if (isCrossSitePost(req)) {
    return { status: 403, message: "Forbidden: the request came from another site" };
  }
  return undefined;
}

function isMalformed({ httpVersionMajor, originalUrl, origin, headers, headersDistinct }: Request) {
  return (
    httpVersionMajor < 1 ||
    !originalUrl.startsWith("/") ||
    headersDistinct.host?.length !== 1 || // a proxy may take the last of several
    !ORIGIN.test(`http://${headers.host}`) ||
    !ORIGIN.test(origin) ||
    !isNormal(origin, originalUrl)
  );
}

/** What a path resolves to is what it says: no `\\`, tab, `..` or `//`, which handlers would read in different ways. */
function isNormal(origin: string, originalUrl: string) {
  const [path = ""] = originalUrl.split("?", 1);
  return !path.includes("//") && URL.parse(origin + originalUrl)?.pathname === path;
}

/** The app checks the same for every write by cookie, but Remix would answer these with a 500 first. */
function isCrossSitePost({ method, headers, path, origin }: Request) {
  const { origin: sender } = headers;
  if (method === "GET" || method === "HEAD" || !sender || API.test(path)) return false;
  return !URL.canParse(sender) || new URL(sender).host !== new URL(origin).host;
}

/** As an API envelope under /api/v1, else as plain text. */
export function sendRejection(
  { originalUrl }: Request,
  res: Response,
  { status, message, allow }: Rejection,
  extra: object = {},
) {
  if (allow) res.setHeader("allow", allow);
  res.status(status).setHeader("cache-control", "no-store");
  if (!API.test(originalUrl.split("?", 1)[0] ?? "")) return void res.type("text").send(message);
  res.json({ statusCode: status, success: false, message, data: null, errors: [], ...extra });
}
