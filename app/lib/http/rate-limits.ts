/** How often one client may do something that costs others, within this many minutes. */
export const LIMITS = {
  orders: { points: 20, minutes: 10 },
  messages: { points: 5, minutes: 10 },
  /** Of visits, by their visitors: each sends a mail, to whatever address the booking was made with. */
  moves: { points: 20, minutes: 10 },
  "requests for links": { points: 5, minutes: 10 },
  "unknown tickets": { points: 30, minutes: 1 },
  /** For one client and one account; each of the two also has a wider limit. */
  "failed sign-ins": { points: 10, minutes: 15 },
  /** For one account that is signed in. */
  "wrong passwords": { points: 10, minutes: 15 },
} as const;

/** For one account tried from many places, and for many accounts tried from one. */
export const WIDER = {
  account: { points: 100, minutes: 60 },
  client: { points: 300, minutes: 60 },
} as const;

export type Limit = keyof typeof LIMITS;

export const limitText = (what: Limit) => {
  const { points, minutes } = LIMITS[what];
  return `At most ${points} ${what} in ${minutes === 1 ? "a minute" : `${minutes} minutes`} for each client`;
};

/** The message for somebody who has to wait this long. */
export const tooManyText = (what: Limit, minutes: number) =>
  `Too many ${what} from here; try again in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}`;
