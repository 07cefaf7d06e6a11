import { json, redirect } from "@remix-run/node";
import { DomainError } from "~/lib/errors";
import { FACTOR_REQUIRED, NO_REFRESH_TOKEN } from "~/lib/error-messages";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { CROSS_ORIGIN } from "~/lib/http/http-status";
import { isFromListedOrigin, isSameOrigin } from "~/lib/http/same-origin.server";
import type { Permission, Staff } from "./permissions";
import { FACTOR_PATH } from "./factor/second-factor.rules";
import { lacksRequiredFactor } from "./factor/second-factor.server";
import {
  expiredSessionCookies,
  getAccessToken,
  getRefreshToken,
  hasRefreshCookie,
  parseRefreshCookie,
} from "./session-cookies.http.server";
import {
  endSessionsOf,
  getSessionStaff,
  refreshSession,
  staffOfAccess,
  staffOfRefresh,
} from "./sessions.server";

/**
 * By a valid bearer token, else by access cookie. A write by cookie must come from a page that may; throws `forbidden`.
 * Whoever lacks a second factor that the zoo requires can only ask who they are.
 */
export async function getApiUser(
  request: Request,
  permission: Permission | "sign-in" | undefined,
): Promise<Staff | null> {
  const staff = await apiUser(request);
  if (!staff || permission === "sign-in" || !lacksRequiredFactor(staff)) return staff;
  if (permission) throw new DomainError("forbidden", FACTOR_REQUIRED);
  return null;
}

async function apiUser(request: Request): Promise<Staff | null> {
  const byBearer = await staffOfAccess(getBearerToken(request));
  if (byBearer) return byBearer;

  const staff = await staffOfAccess(await getAccessToken(request));
  if (staff && isWrite(request) && !mayUseCookies(request)) throw crossOriginError();
  return staff;
}

/** The refresh token rotates only when the response sets cookies, so that a slow upload cannot outlive it. */
export async function getSessionUser(request: Request): Promise<Staff | null> {
  if (isWrite(request)) assertSameOrigin(request);
  const staff = await staffOfAccess(await getAccessToken(request));
  if (staff) return staff;
  const token = await getRefreshToken(request);
  return token ? staffOfRefresh(token) : null;
}

/** The same, for pages of visitors where staff may do more; nobody where a required second factor is missing. */
export async function getActingUser(request: Request): Promise<Staff | null> {
  const staff = await getSessionUser(request);
  return staff && lacksRequiredFactor(staff) ? null : staff;
}

/**
 * The user of an admin screen. Throws a redirect to the login page, which leads back to the screen, or to where a
 * second factor is added that the zoo requires.
 */
export async function requireStaff(request: Request): Promise<Staff> {
  const staff = await withDomainErrors(() => getSessionUser(request));
  return withRequiredFactor(request, staff ?? (await redirectToLogin(request)));
}

function withRequiredFactor(request: Request, staff: Staff) {
  const isThere = new URL(request.url).pathname === FACTOR_PATH;
  if (!isThere && lacksRequiredFactor(staff)) throw redirect(FACTOR_PATH);
  return staff;
}

/** The data of a list screen, with the status it answers with. */
export async function staffView<View extends { httpStatus: number }>(
  request: Request,
  view: (request: Request, staff: Staff) => Promise<View>,
) {
  const { httpStatus, ...data } = await view(request, await requireStaff(request));
  return json(data, httpStatus);
}

/**
 * The same user once the body has been read, with the current role. Looked up by session, because another tab may
 * have rotated the tokens of this request. Throws a redirect when the session has ended.
 */
export const requireStaffAfterBody = async (
  request: Request,
  { sessionId }: Staff,
): Promise<Staff> =>
  withRequiredFactor(request, getSessionStaff(sessionId) ?? (await redirectToLogin(request)));

/**
 * POST /admin/refresh: the next tokens for the refresh cookie, or for the value of one that the client sends itself.
 * Throws `invalid` without either, so that a client does not ask again, and `unauthenticated`.
 */
export async function refreshFrom(request: Request, sent: string) {
  if (!sent && !mayUseCookies(request)) throw crossOriginError();
  if (!sent && !hasRefreshCookie(request)) throw new DomainError("invalid", NO_REFRESH_TOKEN);
  const token = await (sent ? parseRefreshCookie(sent) : getRefreshToken(request));
  return refreshSession(token ?? "");
}

/** Ends the sessions of all tokens that the request has. Returns cookies that clear the session's. */
export async function signOut(request: Request) {
  const bearer = getBearerToken(request);
  const isByCookie = mayUseCookies(request);
  if (!bearer && !isByCookie) throw crossOriginError();
  const [access, refresh] = isByCookie
    ? await Promise.all([getAccessToken(request), getRefreshToken(request)])
    : [null, null];
  await endSessionsOf([bearer, access], refresh);
  return expiredSessionCookies();
}

/** The login page explains `ended`: a lost form, an expired session, or a browser that stores no cookies. */
async function redirectToLogin(request: Request): Promise<never> {
  const { pathname, search } = new URL(request.url);
  const params = new URLSearchParams({ redirectTo: pathname + search });
  if (isWrite(request)) params.set("ended", "unsaved");
  else if (await getRefreshToken(request)) params.set("ended", "session");
  else if (isLoginRedirect(request)) params.set("ended", "cookies");
  throw redirect(`/login?${params}`);
}

/** The login page links to admin screens only after signing in, so the cookies were not stored. */
function isLoginRedirect({ headers }: Request) {
  const referer = headers.get("referer") ?? "";
  return URL.canParse(referer) && new URL(referer).pathname === "/login";
}

const getBearerToken = (request: Request) =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;

const isWrite = (request: Request) => !["GET", "HEAD", "OPTIONS"].includes(request.method);

/** Calls of the API; screens take forms of this site only. */
const mayUseCookies = (request: Request) => isSameOrigin(request) || isFromListedOrigin(request);

const crossOriginError = () => new DomainError("forbidden", CROSS_ORIGIN);

/** For the forms of screens. Throws `forbidden`. */
export function assertSameOrigin(request: Request) {
  if (!isSameOrigin(request)) throw crossOriginError();
}
