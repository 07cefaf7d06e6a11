import { setTimeout as sleep } from "node:timers/promises";
import type { AppLoadContext } from "@remix-run/node";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Actor } from "~/features/auth/permissions";
import { hasIdempotencyKey } from "~/features/orders/create-order.server";
import type { Booking } from "~/features/orders/order.schema";
import { sha256 } from "../crypto.server";
import { DomainError } from "../errors";
import { clientAddress, isOwnNetwork, toPrefix } from "./client-network.server";
import { LIMITS, SHARED_LIMITS, SLOWDOWN, tooManyText, type Limit } from "./rate-limits";

type Bucket = { points: number; minutes: number };

export type Count = { limiter: RateLimiterMemory; key: string };

export const getLimiter = ({ points, minutes }: Bucket) =>
  new RateLimiterMemory({ points, duration: minutes * 60 });

const limitersOf = ({ points, minutes }: Bucket) => ({
  person: getLimiter({ points, minutes }),
  browser: getLimiter({ points: SHARED_LIMITS.browser, minutes }),
  64: getLimiter({ points: SHARED_LIMITS[64], minutes }),
  56: getLimiter({ points: SHARED_LIMITS[56], minutes }),
  48: getLimiter({ points: SHARED_LIMITS[48], minutes }),
});

const FORMS = {
  orders: limitersOf(LIMITS.orders),
  messages: limitersOf(LIMITS.messages),
  "group requests": limitersOf(LIMITS["group requests"]),
  moves: limitersOf(LIMITS.moves),
  "promo codes": limitersOf(LIMITS["promo codes"]),
  "requests for links": limitersOf(LIMITS["requests for links"]),
  "requests for passwords": limitersOf(LIMITS["requests for passwords"]),
};
type FormLimit = keyof typeof FORMS;

const UNKNOWN_TICKETS = getLimiter(LIMITS["unknown tickets"]);

/** Rate-limit key: IPv4 address or IPv6 /64; null when limits are off or the address is unknown. */
export function clientKey(context: AppLoadContext): string | null {
  const address = clientAddress(context);
  return address === null ? null : toPrefix(address, 64);
}

/** What a form is counted by; null when it is not counted, as from the zoo's own networks. */
function countsOf(what: FormLimit, request: Request, context: AppLoadContext, email: string) {
  const address = clientAddress(context);
  if (address === null || isOwnNetwork(address)) return null;
  const network = toPrefix(address, 64);
  const marks = ["user-agent", "accept-language"].map((name) => request.headers.get(name) ?? "");
  const browser = `${network} ${sha256(marks.join("\n"))}`;
  const person = email ? `${network} ${email.toLowerCase()}` : browser;
  const { person: byPerson, browser: byBrowser, ...byNetwork } = FORMS[what];
  return {
    person: { limiter: byPerson, key: person },
    browser: { limiter: byBrowser, key: browser },
    64: { limiter: byNetwork[64], key: network },
    56: { limiter: byNetwork[56], key: toPrefix(address, 56) },
    48: { limiter: byNetwork[48], key: toPrefix(address, 48) },
  } satisfies Record<string, Count>;
}

/** Counts a form; `email` is the address that it names. Many from one network wait for up to two seconds. Throws `too_many`. */
export async function limit(
  what: FormLimit,
  request: Request,
  context: AppLoadContext,
  email = "",
): Promise<{ giveBack: () => Promise<void> }> {
  const counts = countsOf(what, request, context, email);
  if (!counts) return { giveBack: async () => {} };
  const taken = await consumeAll(Object.values(counts), what);
  const spent = await counts[64].limiter.get(counts[64].key);
  await slowDown(spent?.consumedPoints ?? 0);
  return { giveBack: () => reward(taken) };
}

/** The current count of this browser; 0 when limits are off. */
export async function currentCount(what: FormLimit, request: Request, context: AppLoadContext) {
  const browser = countsOf(what, request, context, "")?.browser;
  const spent = browser ? await browser.limiter.get(browser.key) : null;
  return spent?.consumedPoints ?? 0;
}

let waiting = 0;

async function slowDown(requests: number) {
  const { from, stepMs, maxMs, atOnce } = SLOWDOWN;
  const delayMs = Math.min(maxMs, (requests - from) * stepMs);
  if (delayMs <= 0 || waiting >= atOnce) return;
  waiting += 1;
  try {
    await sleep(delayMs);
  } finally {
    waiting -= 1;
  }
}

type LimitedOrder = { actor: Actor; key: string | undefined; booking: Booking };

/** Counts bookings, once per idempotency key. Staff are not limited. Throws `too_many`. */
export async function limitOrders<Placed extends { replayed: boolean }>(
  request: Request,
  context: AppLoadContext,
  { actor, key, booking }: LimitedOrder,
  place: () => Promise<Placed>,
): Promise<Placed> {
  if (actor) return place();
  const counted = await limit("orders", request, context, booking.contact.email).catch(
    (error: unknown) => {
      if (!hasIdempotencyKey(key)) throw error; // a repeated booking is answered all the same
    },
  );
  const placed = await place();
  if (placed.replayed) await counted?.giveBack();
  return placed;
}

/** Counts only `not_found`, against guessing. Staff are not limited. Throws `too_many`. */
export async function limitFailures<T>(
  what: "unknown tickets",
  context: AppLoadContext,
  actor: Actor,
  operation: () => T,
): Promise<T> {
  const client = actor ? null : clientKey(context);
  if (client === null) return operation();

  const spent = await UNKNOWN_TICKETS.get(client);
  if (spent && spent.consumedPoints >= LIMITS[what].points) throw tooMany(what, spent);
  try {
    return operation();
  } catch (error) {
    const isMiss = error instanceof DomainError && error.code === "not_found";
    if (isMiss) await UNKNOWN_TICKETS.penalty(client);
    throw error;
  }
}

/** Counts once in each, or in none when one is used up. Throws `too_many`. */
export async function consumeAll(counts: Count[], what: Limit): Promise<Count[]> {
  const taken: Count[] = [];
  for (const count of counts) {
    try {
      await count.limiter.consume(count.key);
    } catch (spent) {
      await reward(taken);
      throw spent instanceof RateLimiterRes ? tooMany(what, spent) : spent;
    }
    taken.push(count);
  }
  return taken;
}

export async function reward(counts: Count[]) {
  for (const { limiter, key } of counts) await limiter.reward(key);
}

function tooMany(what: Limit, { msBeforeNext }: RateLimiterRes) {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const message = tooManyText(what, Math.ceil(seconds / 60));
  return new DomainError("too_many", message, [], seconds);
}
