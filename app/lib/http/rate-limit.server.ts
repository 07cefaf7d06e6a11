import type { AppLoadContext } from "@remix-run/node";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Actor } from "~/features/auth/permissions";
import { DomainError } from "../errors";
import { isBookedUnder } from "~/features/orders/create-order.server";
import { settings } from "~/env.server";
import { LIMITS, tooManyText, type Limit } from "./rate-limits";
import { networkOf } from "./client-network.server";

type Bucket = { points: number; minutes: number };

export const limiterOf = ({ points, minutes }: Bucket) =>
  new RateLimiterMemory({ points, duration: minutes * 60 });

const LIMITERS: Record<Exclude<Limit, "failed sign-ins" | "wrong passwords">, RateLimiterMemory> = {
  orders: limiterOf(LIMITS.orders),
  messages: limiterOf(LIMITS.messages),
  moves: limiterOf(LIMITS.moves),
  "requests for links": limiterOf(LIMITS["requests for links"]),
  "unknown tickets": limiterOf(LIMITS["unknown tickets"]),
};

/** Rate-limit key: IPv4 address or IPv6 /64; null when limits are off or the address is unknown. */
export function countedClient({ clientIp }: AppLoadContext): string | null {
  if (settings.RATE_LIMITS === "off" || typeof clientIp !== "string") return null;
  return networkOf(clientIp, 4) ?? "";
}

/** Throws `too_many`. */
export async function limit(what: keyof typeof LIMITERS, context: AppLoadContext) {
  const client = countedClient(context);
  if (client !== null) await spend(LIMITERS[what], client, what);
}

/** How often a client has done it of late, as `limit` counts it; 0 where nothing is counted. */
export async function countOf(what: keyof typeof LIMITERS, context: AppLoadContext) {
  const client = countedClient(context);
  const spent = client === null ? null : await LIMITERS[what].get(client);
  return spent?.consumedPoints ?? 0;
}

/**
 * Counts bookings, once for each key. Staff are not counted, because a counter books for everybody in its queue.
 * Throws `too_many`.
 */
export async function limitOrders<Placed extends { replayed: boolean }>(
  context: AppLoadContext,
  actor: Actor,
  key: string | undefined,
  place: () => Promise<Placed>,
): Promise<Placed> {
  const client = actor || isBookedUnder(key) ? null : countedClient(context);
  if (client === null) return place();

  await spend(LIMITERS.orders, client, "orders");
  const placed = await place();
  if (placed.replayed) await LIMITERS.orders.reward(client);
  return placed;
}

/** Counts only misses: that stops guessing but never a gate. Staff are not counted. Throws `too_many`. */
export async function limitMisses<T>(
  what: keyof typeof LIMITERS,
  context: AppLoadContext,
  actor: Actor,
  look: () => T,
): Promise<T> {
  const client = actor ? null : countedClient(context);
  if (client === null) return look();

  const spent = await LIMITERS[what].get(client);
  if (spent && spent.consumedPoints >= LIMITS[what].points) throw tooMany(what, spent);
  try {
    return look();
  } catch (error) {
    const isMiss = error instanceof DomainError && error.code === "not_found";
    if (isMiss) await LIMITERS[what].penalty(client);
    throw error;
  }
}

/** Takes one of a key's points. Throws `too_many` when there are none left. */
export async function spend(limiter: RateLimiterMemory, key: string, what: Limit) {
  try {
    await limiter.consume(key);
  } catch (spent) {
    throw spent instanceof RateLimiterRes ? tooMany(what, spent) : spent;
  }
}

function tooMany(what: Limit, { msBeforeNext }: RateLimiterRes) {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const message = tooManyText(what, Math.ceil(seconds / 60));
  return new DomainError("too_many", message, [], seconds);
}
