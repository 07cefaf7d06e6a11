import type { AppLoadContext } from "@remix-run/node";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Actor } from "~/features/auth/permissions";
import { DomainError } from "../errors";
import { hasIdempotencyKey } from "~/features/orders/create-order.server";
import { env } from "~/env.server";
import { LIMITS, tooManyText, type Limit } from "./rate-limits";
import { toNetwork } from "./client-network.server";

type Bucket = { points: number; minutes: number };

export const getLimiter = ({ points, minutes }: Bucket) =>
  new RateLimiterMemory({ points, duration: minutes * 60 });

const LIMITERS: Record<Exclude<Limit, "failed sign-ins" | "wrong passwords">, RateLimiterMemory> = {
  orders: getLimiter(LIMITS.orders),
  messages: getLimiter(LIMITS.messages),
  moves: getLimiter(LIMITS.moves),
  "requests for links": getLimiter(LIMITS["requests for links"]),
  "unknown tickets": getLimiter(LIMITS["unknown tickets"]),
};

/** Rate-limit key: IPv4 address or IPv6 /64; null when limits are off or the address is unknown. */
export function clientKey({ clientIp }: AppLoadContext): string | null {
  if (env.RATE_LIMITS === "off" || typeof clientIp !== "string") return null;
  return toNetwork(clientIp, 4) ?? "";
}

export async function limit(what: keyof typeof LIMITERS, context: AppLoadContext) {
  const client = clientKey(context);
  if (client !== null) await consume(LIMITERS[what], client, what);
}

/** The client's current count; 0 when limits are off. */
export async function currentCount(what: keyof typeof LIMITERS, context: AppLoadContext) {
  const client = clientKey(context);
  const spent = client === null ? null : await LIMITERS[what].get(client);
  return spent?.consumedPoints ?? 0;
}

/** Counts bookings, once per idempotency key. Staff are not limited. Throws `too_many`. */
export async function limitOrders<Placed extends { replayed: boolean }>(
  context: AppLoadContext,
  actor: Actor,
  key: string | undefined,
  place: () => Promise<Placed>,
): Promise<Placed> {
  const client = actor || hasIdempotencyKey(key) ? null : clientKey(context);
  if (client === null) return place();

  await consume(LIMITERS.orders, client, "orders");
  const placed = await place();
  if (placed.replayed) await LIMITERS.orders.reward(client);
  return placed;
}

/** Counts only `not_found`, against guessing. Staff are not limited. Throws `too_many`. */
export async function limitFailures<T>(
  what: keyof typeof LIMITERS,
  context: AppLoadContext,
  actor: Actor,
  operation: () => T,
): Promise<T> {
  const client = actor ? null : clientKey(context);
  if (client === null) return operation();

  const spent = await LIMITERS[what].get(client);
  if (spent && spent.consumedPoints >= LIMITS[what].points) throw tooMany(what, spent);
  try {
    return operation();
  } catch (error) {
    const isMiss = error instanceof DomainError && error.code === "not_found";
    if (isMiss) await LIMITERS[what].penalty(client);
    throw error;
  }
}

export async function consume(limiter: RateLimiterMemory, key: string, what: Limit) {
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
