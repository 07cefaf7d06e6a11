/** Requests per client within this many minutes. */
export const LIMITS = {
  orders: { points: 20, minutes: 10 },
  messages: { points: 5, minutes: 10 },
  /** Reschedules by visitors, which send e-mail to any address. */
  moves: { points: 20, minutes: 10 },
  "requests for links": { points: 5, minutes: 10 },
  "unknown tickets": { points: 30, minutes: 1 },
  "failed sign-ins": { points: 10, minutes: 15 },
  "wrong passwords": { points: 10, minutes: 15 },
} as const;

/** For one account from many clients, and one client with many accounts. */
export const BROAD_LIMITS = {
  account: { points: 100, minutes: 60 },
  client: { points: 300, minutes: 60 },
} as const;

export type Limit = keyof typeof LIMITS;

export const describeLimit = (what: Limit) => {
  const { points, minutes } = LIMITS[what];
  return `At most ${points} ${what} in ${minutes === 1 ? "a minute" : `${minutes} minutes`} for each client`;
};

export const tooManyText = (what: Limit, minutes: number) =>
  `Too many ${what} from here; try again in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}`;
