import { isIP } from "node:net";
import type { RequestHandler } from "express";
import type { App } from "~/start.server";

declare module "express-serve-static-core" {
  interface Request {
    /** Scheme and host as in the browser's address bar. */
    origin: string;
    /** In the log and in the response; a client's own id is ignored. */
    id: string;
  }
}

/**
 * Leaves what the outermost of `proxies` trusted proxies said of a request: each appends an entry, and earlier ones
 * may be forged. Express and Remix would take the first entry.
 */
export const normalizeRequest =
  (proxies: number, noteHeaders: App["noteProxyHeaders"] = () => {}): RequestHandler =>
  (req, _res, next) => {
    const { headers } = req;
    noteHeaders(headers, req.socket.remoteAddress);
    for (const name of ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"]) {
      if (headers[name] === undefined) continue;
      const entries = String(headers[name]).match(/[^\s,]+/g) ?? [];
      const entry = proxies > 0 ? (entries.at(-proxies) ?? entries[0]) : undefined;
      headers[name] = name === "x-forwarded-for" ? parseAddress(entry) : entry;
      if (!headers[name]) delete headers[name];
    }
    req.url = req.originalUrl = escapeInvalidPath(req.url);
    req.origin = `${req.protocol}://${String(headers["x-forwarded-host"] ?? headers.host ?? "")}`;
    next();
  };

/** Some proxies add a port, an IPv6 address then has brackets. */
function parseAddress(entry = "") {
  const bare = entry.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
  return isIP(bare) ? bare : undefined;
}

/** Escapes the percent signs of a path with invalid encoding, so that it gets the site's page for a 404. */
function escapeInvalidPath(url: string) {
  if (!url.includes("%")) return url;
  const [path = "", ...query] = url.split("?");
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll("%", "%25"), ...query].join("?");
  }
}
