import type { DataFunctionArgs, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { randomUUID } from "node:crypto";
import { renderToString } from "react-dom/server";
import { openZoo } from "~/features/startup/startup.server";
import { bookingDay } from "~/features/booking/bookable-slots.server";
import { newStamp } from "~/lib/http/form-token.server";
import { KEPT } from "~/lib/http/cacheable-routes";
import { asJson, logFault, logNews, logTrouble, masked } from "~/lib/http/logger.server";
import { startSender } from "~/features/mail/mail-worker.server";
import { networkOf } from "~/lib/http/client-network.server";
import { sealPage } from "~/lib/http/content-security-policy.server";
import { bringsSession, renewedCookies } from "~/features/auth/session.http.server";
import { BLANK_STAMP } from "~/components/form/form-token-field";
import { NonceContext } from "~/components/layout/nonce";

/** Loading this build opens the zoo, whatever serves it; our own server also uses what is returned. */
export const opened = openWithMail();

function openWithMail() {
  const { written, nextClockChange, nextLapse, ...zoo } = openZoo(logTrouble, logNews);
  const sender = startSender();
  let sent: Promise<void> | undefined;
  const stopSending = () => (sent ??= sender.stop());
  return {
    ...zoo,
    log: {
      asJson,
      masked,
      networkOf: (address: string) => networkOf(address, 3),
      trouble: logTrouble,
    },
    keeping: {
      routes: KEPT,
      written,
      nextClockChange,
      nextLapse,
      placesOn: bookingDay,
      newStamp,
      blankStamp: BLANK_STAMP,
    },
    stopSending,
    async close() {
      await stopSending();
      zoo.close();
    },
  };
}

/** Pages are drawn whole: with single fetch off nothing streams. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const nonce = randomUUID();
  const drawn = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={request.url} />
    </NonceContext.Provider>,
  );
  const { html, policy } = sealPage(drawn, nonce);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", policy);
  const wait = waitIn(context);
  if (wait) headers.set("Retry-After", wait);
  defaultCacheControl(headers, isForOne(request) ? "no-store" : "private, no-cache");
  // As bytes: a Response would go through a string twice before writing it.
  const bytes = Buffer.from(`<!DOCTYPE html>${html}`);
  return withSession(request, new Response(bytes, { status, headers }));
}

export function handleDataRequest(response: Response, { request }: DataFunctionArgs) {
  defaultCacheControl(response.headers, "no-store");
  return withSession(request, response);
}

/** Drawn for a known person, or with what somebody has just sent. */
const isForOne = ({ method, headers }: Request) =>
  headers.has("cookie") || !["GET", "HEAD"].includes(method);

/** How long a refused form asks to wait: Remix gives a page only the headers that its route names. */
const waitIn = ({ staticHandlerContext: { actionHeaders } }: EntryContext) =>
  Object.values(actionHeaders)
    .map((headers) => headers.get("Retry-After"))
    .find(Boolean);

/** How long an answer may be kept, when its route does not say. */
function defaultCacheControl(headers: Headers, words: string) {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", words);
}

export function handleError(error: unknown, { request }: DataFunctionArgs) {
  if (!request.signal.aborted && !isRefusalOfRemix(error)) logFault(error, request);
}

/** Such as a 405 for a form sent to a page that takes none: every scanner sends some, and they are no fault of ours. */
const isRefusalOfRemix = (error: unknown) => isRouteErrorResponse(error) && error.status < 500;

/** Browsers keep the last cookie of a name, so a renewed old session must not replace a new one. */
async function withSession(request: Request, response: Response) {
  if (bringsSession(response.headers)) return response;
  for (const cookie of await renewedCookies(request)) {
    response.headers.append("Set-Cookie", cookie);
  }
  return response;
}
