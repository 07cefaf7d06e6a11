import type { Line, Price, TicketType } from "~/features/tariff/tariff";
import { formatCount } from "~/lib/intl";

/** How groups are priced and paid; sums in paise. */

/** Of pupils or adults, in a request and in an order. */
export const MOST_HEADS = 2_000;

/** The type whose people can be free. It exists in every zoo. */
export const FREE_TYPE: TicketType = "adult";

/** Without a price per head the tariff counts. One adult is free for `freePer` others. */
export type GroupTerms = { pricePerHeadPaise: number | null; freePer: number | null };

type TakesPlace = (type: TicketType) => boolean;

/** How many adults come free; `lines` are what is sold. */
export function countFreeAdults(lines: Line[], freePer: number | null, takesPlace: TakesPlace) {
  if (freePer === null) return 0;
  const people = lines.filter(({ ticketType }) => takesPlace(ticketType));
  const adults = sumOf(people.filter(isAdult));
  return Math.min(adults, Math.floor((sumOf(people) - adults) / freePer));
}

const isAdult = ({ ticketType }: Line) => ticketType === FREE_TYPE;
const sumOf = (lines: Line[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0);

const PER_HEAD = "Price per head";

/** The price of an order by a group's terms. Extras keep their own price. `freeAdults`: as sold before, else counted. */
export function groupPrice(
  price: Price,
  { pricePerHeadPaise, freePer }: GroupTerms,
  takesPlace: TakesPlace,
  freeAdults?: number,
): Price & { freeAdults: number } {
  const lines = price.lines.map((line) =>
    pricePerHeadPaise === null || !takesPlace(line.ticketType)
      ? line
      : { ...line, unitPricePaise: pricePerHeadPaise, ruleName: PER_HEAD },
  );
  const free = freeAdults ?? countFreeAdults(lines, freePer, takesPlace);
  const discountPaise = free * (lines.find(isAdult)?.unitPricePaise ?? 0);
  const subtotalPaise = lines.reduce(
    (sum, { quantity, unitPricePaise }) => sum + quantity * unitPricePaise,
    0,
  );
  return {
    lines,
    ticketCount: price.ticketCount,
    subtotalPaise,
    discountPaise,
    totalPaise: subtotalPaise - discountPaise,
    freeAdults: free,
  };
}

/** `5 adults free with the group` */
export const formatFreeAdults = (free: number) =>
  `${formatCount(free, "adult", "adults")} free with the group`;

/** How a part of the price comes; staff take it by hand. */
export const PART_METHODS = {
  upi: "UPI",
  bank: "Bank transfer",
  cheque: "Cheque",
  cash: "Cash",
  card: "Card",
};
export type PartMethod = keyof typeof PART_METHODS;
export const PART_METHOD_IDS = Object.keys(PART_METHODS) as [PartMethod, ...PartMethod[]];
