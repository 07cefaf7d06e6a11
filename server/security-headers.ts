import type { RequestHandler } from "express";
import helmet from "helmet";
import onHeaders from "on-headers";
import type { App } from "~/start.server";

type Settings = Pick<App["settings"], "publicUrl" | "hstsSubdomains">;

/** The headers of every response; a response without a content security policy of its own gets the strictest. */
export function securityHeaders({ publicUrl, hstsSubdomains }: Settings): RequestHandler[] {
  const common = helmet({
    contentSecurityPolicy: false, // see below
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: publicUrl?.startsWith("https:")
      ? { maxAge: 63_072_000, includeSubDomains: hstsSubdomains }
      : false,
  });
  return [common, ownHeaders];
}

const ownHeaders: RequestHandler = (req, res, next) => {
  res.setHeader("permissions-policy", "camera=(self), microphone=(), geolocation=(), payment=()");
  res.setHeader("x-request-id", String(req.id));
  // Pages of other sites that use the API show its pictures.
  if (/^\/(photos|images)\//.test(req.path))
    res.setHeader("cross-origin-resource-policy", "cross-origin");
  onHeaders(res, () => {
    // Set last: Express adds a page's own policy to one that is set before.
    if (!res.hasHeader("content-security-policy"))
      res.setHeader("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
    // Without PUBLIC_URL the app does not know of TLS in front of it; a trusted proxy does.
    const cookies = [res.getHeader("set-cookie") ?? []].flat().map(String);
    if (req.secure && cookies.length > 0) res.setHeader("set-cookie", cookies.map(withSecure));
  });
  next();
};

const withSecure = (cookie: string) =>
  /;\s*secure\b/i.test(cookie) ? cookie : `${cookie}; Secure`;
