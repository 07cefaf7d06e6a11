import { visitorKey } from "~/features/orders/orders.server";
import { settings } from "~/env.server";

/** The site's own address: PUBLIC_URL, else as the request came in. */
export const siteOrigin = (request: Request) => settings.PUBLIC_URL ?? new URL(request.url).origin;

export const isSecureSite = settings.PUBLIC_URL?.startsWith("https:") ?? false;

/** A visitor's own page; whoever has this path can see and manage the order. */
export const ownOrderPath = (orderId: string) => `/order/${orderId}/${visitorKey(orderId)}`;

/** The site's address in mails, which have no request behind them; its host could also be forged. */
export const mailOrigin = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;

/** What a QR code holds (contract 5). */
export const ticketAddress = (origin: string, code: string) => `${origin}/t/${code}`;

/**
 * True unless a browser says that another site made this request. Browsers cannot be made to leave
 * both headers out, and cookies are SameSite=Lax besides; other clients send neither.
 */
export function isFromThisSite(request: Request) {
  const site = request.headers.get("sec-fetch-site");
  if (site) return site === "same-origin" || site === "none";
  const origin = request.headers.get("origin");
  return origin === null || origin === siteOrigin(request);
}

/**
 * A path on this site, or the fallback. The address is resolved as a browser would, so that
 * backslashes, tabs and `//` cannot lead elsewhere.
 */
export function pathOnThisSite(wanted: string | null | undefined, fallback: string) {
  const here = "http://zoo.invalid";
  if (!wanted || !URL.canParse(wanted, here)) return fallback;
  const { origin, pathname, search } = new URL(wanted, here);
  return origin === here && wanted.startsWith("/") && !pathname.startsWith("//")
    ? pathname + search
    : fallback;
}
