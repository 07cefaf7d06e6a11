import { isIP } from "node:net";
import type { Request, RequestHandler } from "express";
import ipaddr from "ipaddr.js";
import type { App } from "~/start.server";

declare module "express-serve-static-core" {
  interface Request {
    /** Scheme and host as in the browser's address bar. */
    origin: string;
  }
}

/**
 * Leaves what the outermost of `proxies` trusted proxies said of a request: each appends an entry, and earlier ones
 * may be forged. Express and Remix would take the first entry.
 */
export const normalizeRequest =
  (proxies: number, noteSign: App["noteProxySign"] = () => {}): RequestHandler =>
  (req, _res, next) => {
    const { headers } = req;
    const { "x-forwarded-for": client, "x-forwarded-proto": scheme } = headers;
    if ((client ?? scheme) !== undefined && isFromOwnNetwork(req)) {
      if (proxies === 0 && client) noteSign("untrusted");
      if (/\bhttps\b/i.test(String(scheme))) noteSign("https");
    }
    for (const name of ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"]) {
      const value = headers[name];
      if (value === undefined) continue;
      const entry = proxies > 0 ? entryFromRight(String(value), proxies) : undefined;
      const trusted = name === "x-forwarded-for" ? parseAddress(entry) : entry;
      if (trusted) headers[name] = trusted;
      else delete headers[name];
    }
    req.url = req.originalUrl = escapeInvalidPath(req.url);
    req.origin = `${req.protocol}://${String(headers["x-forwarded-host"] ?? headers.host ?? "")}`;
    next();
  };

/** As a proxy is; others could claim anything. */
function isFromOwnNetwork({ socket }: Request) {
  const address = socket.remoteAddress ?? "";
  if (!ipaddr.isValid(address)) return false;
  return ["loopback", "private", "uniqueLocal"].includes(ipaddr.process(address).range());
}

function entryFromRight(header: string, proxies: number) {
  const entries = header.split(",").map((entry) => entry.trim());
  const named = entries.filter(Boolean);
  return named[Math.max(0, named.length - proxies)];
}

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
