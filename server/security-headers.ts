import type { HelmetOptions } from "helmet";

const TWO_YEARS = 63_072_000;

export const PERMISSIONS_POLICY = "camera=(self), microphone=(), geolocation=(), payment=()";

/** Of every response that has no policy of its own. */
export const DEFAULT_CSP = "default-src 'none'; frame-ancestors 'none'";

/** Of every response. */
export const securityHeaders = (
  publicUrl: string | undefined,
  hstsSubdomains: boolean,
): HelmetOptions => ({
  contentSecurityPolicy: false, // see DEFAULT_CSP
  frameguard: { action: "deny" },
  referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  strictTransportSecurity: publicUrl?.startsWith("https:")
    ? { maxAge: TWO_YEARS, includeSubDomains: hstsSubdomains }
    : false,
  // Of old browsers and plug-ins only.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});
