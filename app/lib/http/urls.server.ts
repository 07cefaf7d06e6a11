import { orderAccessKey } from "~/features/orders/orders.server";
import type { Order } from "~/features/orders/order.types";
import { env } from "~/env.server";

/** PUBLIC_URL, else the origin of the request. */
export const siteOrigin = (request: Request) => env.PUBLIC_URL ?? new URL(request.url).origin;

export const isHttps = env.PUBLIC_URL?.startsWith("https:") ?? false;

/** Whether a page of another site may use sessions. A subdomain, or the domain above, is the same site. */
export const servesOtherSites =
  isHttps && env.CORS_ORIGINS.some((origin) => !isSameSite(origin, env.PUBLIC_URL ?? ""));

function isSameSite(one: string, other: string) {
  const [a, b] = [new URL(one), new URL(other)];
  const isWithin = (host: string, domain: string) => `.${host}`.endsWith(`.${domain}`);
  return (
    a.protocol === b.protocol &&
    (isWithin(a.hostname, b.hostname) || isWithin(b.hostname, a.hostname))
  );
}

export const visitorOrderPath = ({ id, linkVersion }: Pick<Order, "id" | "linkVersion">) =>
  `/order/${id}/${orderAccessKey(id, linkVersion)}`;

/** The origin for e-mails, which are sent outside requests; the Host header could also be forged. */
export const mailOrigin = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;

export const ticketAddress = (origin: string, code: string) => `${origin}/t/${code}`;

/** Resolves the path as browsers do, so that backslashes, tabs and `//` cannot lead elsewhere. */
export function safeRedirectPath(wanted: string | null | undefined, fallback: string) {
  const base = "http://zoo.invalid";
  if (!wanted || !URL.canParse(wanted, base)) return fallback;
  const { origin, pathname, search } = new URL(wanted, base);
  return origin === base && wanted.startsWith("/") && !pathname.startsWith("//")
    ? pathname + search
    : fallback;
}
