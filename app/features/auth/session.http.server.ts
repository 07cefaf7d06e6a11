import { redirect } from "@remix-run/node";
import type { Actor, Staff } from "./permissions";
import { ACCESS_MINUTES, verifyAccessToken } from "./access-token.server";
import {
  revokeSession,
  endSessionOf,
  rotateTokens,
  refreshSession,
  SESSION_DAYS,
  getSessionStaff,
  staffOfRefresh,
  type Tokens,
} from "./sessions.server";
import { DomainError } from "~/lib/errors";
import { isBusy } from "~/lib/write-transaction.server";
import { siteCookie } from "~/lib/http/cookie.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { isSameOrigin } from "~/lib/http/same-origin.server";
import { CROSS_ORIGIN } from "~/lib/http/http-status";

const accessCookie = siteCookie("zoo_access", ACCESS_MINUTES * 60);
const refreshCookie = siteCookie("zoo_refresh", SESSION_DAYS * 24 * 60 * 60);

/** Who is asking, for /api/v1: bearer or access cookie. A write by cookie must come from this site. */
export async function getApiUser(request: Request): Promise<Actor> {
  const bearer = getBearerToken(request);
  if (bearer) return staffFromAccess(bearer);

  const staff = await staffFromAccess(await tokenIn(accessCookie, request));
  if (staff && isWrite(request)) assertSameOrigin(request);
  return staff;
}

/**
 * Who is asking, for a screen: by the refresh cookie when the access cookie has expired. It is used up only when
 * the answer brings the next (`renewedCookies`), so that a redirect need not bring one, and a form may take as
 * long as it likes to arrive.
 */
export async function getSessionUser(request: Request): Promise<Actor> {
  if (isWrite(request)) assertSameOrigin(request);
  const staff = await staffFromAccess(await tokenIn(accessCookie, request));
  if (staff) return staff;
  const token = await tokenIn(refreshCookie, request);
  return token ? staffOfRefresh(token) : null;
}

/**
 * The actor of an admin screen; anybody else is sent to sign in and brought back. A posted form or a stale
 * refresh cookie means that they were signed in before, and they are notified so; as are those whose browser stored no
 * cookie. Throws a redirect.
 */
export async function requireStaff(request: Request): Promise<Staff> {
  return (
    (await withDomainErrors(() => getSessionUser(request))) ?? (await redirectToLogin(request))
  );
}

/**
 * The same person later in the request, as they are now: by the session, because the tokens that the request
 * came with may have been renewed by another tab. Throws a redirect when the session has ended.
 */
export const requireStaffAfterBody = async (
  request: Request,
  { sessionId }: Staff,
): Promise<Staff> => getSessionStaff(sessionId) ?? (await redirectToLogin(request));

async function redirectToLogin(request: Request): Promise<never> {
  const { pathname, search } = new URL(request.url);
  const params = new URLSearchParams({ redirectTo: pathname + search });
  if (isWrite(request)) params.set("ended", "unsaved");
  else if (await tokenIn(refreshCookie, request)) params.set("ended", "session");
  else if (isLoginRedirect(request)) params.set("ended", "cookies");
  throw redirect(`/login?${params}`);
}

/** Nothing else leads from there to an admin screen: the cookies of a sign-in were not stored. */
function isLoginRedirect({ headers }: Request) {
  const from = headers.get("referer") ?? "";
  return URL.canParse(from) && new URL(from).pathname === "/login";
}

/**
 * Cookies that carry a renewed session back to the browser; none while the old ones are good, while nothing can
 * be written, or when another answer brought them long ago.
 */
export async function refreshSessionCookies(request: Request): Promise<string[]> {
  if (await staffFromAccess(await tokenIn(accessCookie, request))) return [];
  const token = await tokenIn(refreshCookie, request);
  if (!token) return [];
  const next = await rotateOrReuse(token);
  if (next === "spent" || next === "later") return [];
  return next ? sessionCookies(next) : endedCookies();
}

/** An answer that signs somebody in, or out. */
export const setsSessionCookie = (headers: Headers) =>
  (headers.get("set-cookie") ?? "").includes(`${refreshCookie.name}=`);

/** The cookies that carry these tokens. */
export const sessionCookies = (tokens: Tokens) =>
  Promise.all([
    accessCookie.serialize(tokens.accessToken),
    refreshCookie.serialize(tokens.refreshToken),
  ]);

/** POST /admin/refresh: the next tokens for the refresh cookie. Throws `unauthenticated`. */
export async function refreshFrom(request: Request) {
  assertSameOrigin(request);
  return refreshSession((await tokenIn(refreshCookie, request)) ?? "");
}

/** Ends the session behind whatever token the request still has; returns cookies that clear it. */
export async function signOut(request: Request) {
  const bearer = getBearerToken(request);
  if (!bearer) assertSameOrigin(request);
  const actor = await staffFromAccess(bearer ?? (await tokenIn(accessCookie, request)));
  if (actor) revokeSession(actor.sessionId);
  if (!bearer) endSessionOf((await tokenIn(refreshCookie, request)) ?? "");
  return endedCookies();
}

const endedCookies = () =>
  Promise.all([
    accessCookie.serialize("", { maxAge: 0 }),
    refreshCookie.serialize("", { maxAge: 0 }),
  ]);

const getBearerToken = (request: Request) =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;

async function staffFromAccess(token: string | null): Promise<Actor> {
  const sessionId = token ? await verifyAccessToken(token) : null;
  return sessionId ? getSessionStaff(sessionId) : null;
}

async function rotateOrReuse(token: string) {
  try {
    return await rotateTokens(token);
  } catch (error) {
    if (isBusy(error)) return "later";
    throw error;
  }
}

async function tokenIn(cookie: typeof accessCookie, request: Request): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  return typeof value === "string" ? value : null;
}

const isWrite = (request: Request) => !["GET", "HEAD", "OPTIONS"].includes(request.method);

function assertSameOrigin(request: Request) {
  if (!isSameOrigin(request)) {
    throw new DomainError("forbidden", CROSS_ORIGIN);
  }
}
