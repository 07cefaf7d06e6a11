import type { RequestHandler } from "express";
import onHeaders from "on-headers";

/** Without PUBLIC_URL the app does not know of TLS in front of it; a trusted proxy does. */
export const secureCookies: RequestHandler = (req, res, next) => {
  if (!req.secure) return next();
  onHeaders(res, () => {
    const cookies = [res.getHeader("set-cookie") ?? []].flat().map(String);
    if (cookies.length > 0) res.setHeader("set-cookie", cookies.map(withSecure));
  });
  next();
};

const withSecure = (cookie: string) =>
  /;\s*secure\b/i.test(cookie) ? cookie : `${cookie}; Secure`;
