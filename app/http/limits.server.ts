import type { AppLoadContext } from "@remix-run/node";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { DomainError } from "~/domain/errors";
import { settings } from "~/domain/settings.server";

/** How often one client may do what costs others something. */
const LIMITS = {
  messages: new RateLimiterMemory({ points: 5, duration: 10 * 60 }),
};

/** Throws `too_many`. A server that tells no client address has no limits to keep. */
export async function limit(what: keyof typeof LIMITS, { clientIp }: AppLoadContext) {
  if (settings.RATE_LIMITS === "off" || typeof clientIp !== "string") return;
  try {
    await LIMITS[what].consume(clientKey(clientIp));
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    const seconds = Math.ceil(spent.msBeforeNext / 1000);
    const wait = `${Math.ceil(seconds / 60)} minutes`;
    throw new DomainError(
      "too_many",
      `Too many ${what} from here; try again in ${wait}`,
      [],
      seconds,
    );
  }
}

/** One home or phone has a whole /64 of IPv6 addresses to choose from. */
const clientKey = (ip: string) =>
  ip.includes(":") && !ip.includes(".") ? ip.split(":").slice(0, 4).join(":") : ip;
