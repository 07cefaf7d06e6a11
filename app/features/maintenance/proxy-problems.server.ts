import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";
import { env } from "~/env.server";
import { logger } from "~/lib/http/logger.server";

const PROBLEMS = {
  untrusted: "a proxy sends X-Forwarded-For, but TRUST_PROXY is 0, so all visitors share one limit",
  https: "visitors come by https, but PUBLIC_URL is not set",
};
type Problem = keyof typeof PROBLEMS;

const noted = new Set<Problem>();

/**
 * Notes what the headers of a request tell of a proxy that the settings do not fit, and logs it once. Only those of a
 * client in the machine's own network count, as a proxy is: others could claim anything.
 */
export function noteProxyHeaders(headers: IncomingHttpHeaders, address = "") {
  const { "x-forwarded-for": client, "x-forwarded-proto": scheme } = headers;
  if ((client ?? scheme) === undefined || !isOwnNetwork(address)) return;
  if (client && env.TRUST_PROXY === 0) note("untrusted");
  if (/\bhttps\b/i.test(String(scheme)) && !env.PUBLIC_URL) note("https");
}

const isOwnNetwork = (address: string) =>
  ipaddr.isValid(address) &&
  ["loopback", "private", "uniqueLocal"].includes(ipaddr.process(address).range());

function note(problem: Problem) {
  if (noted.has(problem)) return;
  noted.add(problem);
  logger.warn(PROBLEMS[problem]);
}

/** How the settings do not fit the requests so far, as text for the operator. */
export const proxyProblems = () => [...noted].map((problem) => PROBLEMS[problem]);

/** For the operator at the start, when no request has come yet. */
export const proxyWarnings = () =>
  env.TRUST_PROXY > 0 && !env.PUBLIC_URL
    ? ["TRUST_PROXY is set, but PUBLIC_URL is not: set it to the address that visitors see"]
    : [];
