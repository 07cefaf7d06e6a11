import type { DataFunctionArgs, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { randomUUID } from "node:crypto";
import { renderToString } from "react-dom/server";
import { NonceContext } from "~/components/layout/nonce";
import {
  setsSessionCookie,
  refreshSessionCookies,
} from "~/features/auth/session-cookies.http.server";
import { applyCsp } from "~/lib/html/content-security-policy.server";
import { deferScripts } from "~/lib/html/defer-scripts.server";
import { logRequestError } from "~/lib/http/logger.server";
import { startApp } from "~/start.server";

export { startApp };

// server/start-server.ts sets `zooServer` and starts the app itself, after loading this module. Other servers, such
// as remix-serve, only load it, and have no hook that runs before the first loader.
if (!("zooServer" in globalThis)) startApp();

/** Renders the entire page at once: with single fetch off nothing streams. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const nonce = randomUUID();
  const rendered = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={request.url} />
    </NonceContext.Provider>,
  );
  const { html, policy } = applyCsp(deferScripts(rendered), nonce);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", policy);
  const wait = retryAfter(context);
  if (wait) headers.set("Retry-After", wait);
  setDefaultCacheControl(headers, isPersonalized(request) ? "no-store" : "private, no-cache");
  // As bytes: a Response would convert the string twice before writing it.
  const bytes = Buffer.from(`<!DOCTYPE html>${html}`);
  return withRefreshedSession(request, new Response(bytes, { status, headers }));
}

export function handleDataRequest(response: Response, { request }: DataFunctionArgs) {
  setDefaultCacheControl(response.headers, "no-store");
  return withRefreshedSession(request, response);
}

const isPersonalized = ({ method, headers }: Request) =>
  headers.has("cookie") || !["GET", "HEAD"].includes(method);

/** The Retry-After of a form action: Remix gives a page only the headers that its route names. */
const retryAfter = ({ staticHandlerContext: { actionHeaders } }: EntryContext) =>
  Object.values(actionHeaders)
    .map((headers) => headers.get("Retry-After"))
    .find(Boolean);

function setDefaultCacheControl(headers: Headers, value: string) {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", value);
}

export function handleError(error: unknown, { request }: DataFunctionArgs) {
  if (!request.signal.aborted && !isRouterError(error)) logRequestError(error, request);
}

/** Such as a 405 for a form sent to a page without an action: scanners send these, and they are not faults. */
const isRouterError = (error: unknown) => isRouteErrorResponse(error) && error.status < 500;

/** The last cookie of a name counts, so a renewed old session must not replace a new one. */
async function withRefreshedSession(request: Request, response: Response) {
  if (setsSessionCookie(response.headers)) return response;
  for (const cookie of await refreshSessionCookies(request)) {
    response.headers.append("Set-Cookie", cookie);
  }
  return response;
}
