import { env } from "~/env.server";
import { logger } from "~/lib/http/logger.server";

const PROBLEMS = {
  untrusted: "a proxy sends X-Forwarded-For, but TRUST_PROXY is 0, so all visitors share one limit",
  https: "visitors come by https, but PUBLIC_URL is not set",
};
export type ProxySign = keyof typeof PROBLEMS;

const noted = new Set<ProxySign>();

/** Logs the first sign of a proxy that the settings do not fit. */
export function noteProxySign(sign: ProxySign) {
  if (noted.has(sign) || (sign === "https" && env.PUBLIC_URL)) return;
  noted.add(sign);
  logger.warn(PROBLEMS[sign]);
}

/** How the settings do not fit the requests so far, as text for the operator. */
export const proxyProblems = () => [...noted].map((sign) => PROBLEMS[sign]);

/** For the operator at the start, when no request has come yet. */
export const proxyWarnings = () =>
  env.TRUST_PROXY > 0 && !env.PUBLIC_URL
    ? ["TRUST_PROXY is set, but PUBLIC_URL is not: set it to the address that visitors see"]
    : [];
