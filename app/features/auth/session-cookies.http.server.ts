import { isBusy } from "~/lib/write-transaction.server";
import { siteCookie } from "~/lib/http/cookie.server";
import { servesOtherSites } from "~/lib/http/urls.server";
import { ACCESS_MINUTES } from "./access-token.server";
import { rotateTokens, SESSION_DAYS, staffOfAccess, type Tokens } from "./sessions.server";

const sameSite = servesOtherSites ? "none" : "lax";
const accessCookie = siteCookie("zoo_access", ACCESS_MINUTES * 60, sameSite);
const refreshCookie = siteCookie("zoo_refresh", SESSION_DAYS * 24 * 60 * 60, sameSite);

export const getAccessToken = (request: Request) => readCookie(accessCookie, request);
export const getRefreshToken = (request: Request) => readCookie(refreshCookie, request);

/** Also of one that cannot be read. */
export const hasRefreshCookie = ({ headers }: Request) =>
  (headers.get("cookie") ?? "")
    .split(/;\s*/)
    .some((pair) => pair.startsWith(`${refreshCookie.name}=`) && !pair.endsWith("="));

/** The token in the value of a refresh cookie, for clients that keep it themselves. */
export const parseRefreshCookie = (value: string) =>
  parseCookie(refreshCookie, `${refreshCookie.name}=${value}`);

/** The cookies that carry these tokens. */
export const sessionCookies = (tokens: Tokens) =>
  Promise.all([
    accessCookie.serialize(tokens.accessToken),
    refreshCookie.serialize(tokens.refreshToken),
  ]);

/** Cookies that clear those of a session. */
export const expiredSessionCookies = () =>
  Promise.all([
    accessCookie.serialize("", { maxAge: 0 }),
    refreshCookie.serialize("", { maxAge: 0 }),
  ]);

/** None while the access token is valid, nothing can be written, or the token was rotated by an earlier request. */
export async function refreshSessionCookies(request: Request): Promise<string[]> {
  if (await staffOfAccess(await getAccessToken(request))) return [];
  const token = await getRefreshToken(request);
  if (!token) return [];
  const next = await rotateOrReuse(token);
  if (next === "spent" || next === "later") return [];
  return next ? sessionCookies(next) : expiredSessionCookies();
}

/** Whether a response signs in, renews or signs out. */
export const setsSessionCookie = (headers: Headers) =>
  (headers.get("set-cookie") ?? "").includes(`${refreshCookie.name}=`);

async function rotateOrReuse(token: string) {
  try {
    return await rotateTokens(token);
  } catch (error) {
    if (isBusy(error)) return "later";
    throw error;
  }
}

const readCookie = (cookie: typeof accessCookie, { headers }: Request) =>
  parseCookie(cookie, headers.get("cookie"));

async function parseCookie(cookie: typeof accessCookie, header: string | null) {
  const value: unknown = await cookie.parse(header);
  return typeof value === "string" ? value : null;
}
