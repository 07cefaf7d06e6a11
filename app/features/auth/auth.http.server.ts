import { json, redirect } from "@remix-run/node";
import { DomainError } from "~/lib/errors";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { CROSS_ORIGIN } from "~/lib/http/http-status";
import { isSameOrigin } from "~/lib/http/same-origin.server";
import type { Actor, Staff } from "./permissions";
import {
  expiredSessionCookies,
  getAccessToken,
  getRefreshToken,
} from "./session-cookies.http.server";
import {
  endSessionOf,
  getSessionStaff,
  refreshSession,
  revokeSession,
  staffOfAccess,
  staffOfRefresh,
} from "./sessions.server";

/** By bearer token, else by access cookie. A write by cookie must come from this site; throws `forbidden`. */
export async function getApiUser(request: Request): Promise<Actor> {
  const bearer = getBearerToken(request);
  if (bearer) return staffOfAccess(bearer);

  const staff = await staffOfAccess(await getAccessToken(request));
  if (staff && isWrite(request)) assertSameOrigin(request);
  return staff;
}

/** The refresh token rotates only when the response sets cookies, so that a slow upload cannot outlive it. */
export async function getSessionUser(request: Request): Promise<Actor> {
  if (isWrite(request)) assertSameOrigin(request);
  const staff = await staffOfAccess(await getAccessToken(request));
  if (staff) return staff;
  const token = await getRefreshToken(request);
  return token ? staffOfRefresh(token) : null;
}

/** The user of an admin screen. Throws a redirect to the login page, which leads back to the screen. */
export async function requireStaff(request: Request): Promise<Staff> {
  return (
    (await withDomainErrors(() => getSessionUser(request))) ?? (await redirectToLogin(request))
  );
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
): Promise<Staff> => getSessionStaff(sessionId) ?? (await redirectToLogin(request));

/** POST /admin/refresh: the next tokens for the refresh cookie. Throws `unauthenticated`. */
export async function refreshFrom(request: Request) {
  assertSameOrigin(request);
  return refreshSession((await getRefreshToken(request)) ?? "");
}

/** Ends the session of any token that the request has. Returns cookies that clear the session's. */
export async function signOut(request: Request) {
  const bearer = getBearerToken(request);
  if (!bearer) assertSameOrigin(request);
  const actor = await staffOfAccess(bearer ?? (await getAccessToken(request)));
  if (actor) revokeSession(actor.sessionId);
  if (!bearer) endSessionOf((await getRefreshToken(request)) ?? "");
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

function assertSameOrigin(request: Request) {
  if (!isSameOrigin(request)) throw new DomainError("forbidden", CROSS_ORIGIN);
}
