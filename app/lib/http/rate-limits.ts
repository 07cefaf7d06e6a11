/** Requests per client within this many minutes: by e-mail address where the form has one, else by browser. */
export const LIMITS = {
  orders: { points: 20, minutes: 10 },
  messages: { points: 5, minutes: 10 },
  "group requests": { points: 5, minutes: 10 },
  /** Reschedules by visitors. */
  moves: { points: 20, minutes: 10 },
  /** Asked for by the booking form. */
  "promo codes": { points: 60, minutes: 10 },
  "requests for links": { points: 5, minutes: 10 },
  "unknown tickets": { points: 30, minutes: 1 },
  "failed sign-ins": { points: 10, minutes: 15 },
  "wrong passwords": { points: 10, minutes: 15 },
  /** Of a second factor. */
  "wrong codes": { points: 5, minutes: 15 },
  "requests for passwords": { points: 5, minutes: 10 },
} as const;

/**
 * For all who share a browser's marks, and for all of a network, in the time of the limit. Many people can stand
 * behind one IPv4 address or /64, and one person can have a /56 or /48 of addresses.
 */
export const SHARED_LIMITS = { browser: 60, 64: 120, 56: 180, 48: 240 } as const;

/** Beyond so many requests of a network, each takes longer by `stepMs`, up to `maxMs`; at most `atOnce` wait. */
export const SLOWDOWN = { from: 60, stepMs: 100, maxMs: 2_000, atOnce: 50 } as const;

/** For one account from many clients, and one client with many accounts. */
export const BROAD_LIMITS = {
  account: { points: 100, minutes: 60 },
  client: { points: 300, minutes: 60 },
  /** Of IPv6: a /56 and a /48. */
  56: { points: 600, minutes: 60 },
  48: { points: 1_200, minutes: 60 },
} as const;

export type Limit = keyof typeof LIMITS;

export const describeLimit = (what: Limit) => {
  const { points, minutes } = LIMITS[what];
  return `At most ${points} ${what} in ${minutes === 1 ? "a minute" : `${minutes} minutes`} for each client`;
};

export const tooManyText = (what: Limit, minutes: number) =>
  `Too many ${what} from here; try again in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}`;
