import { inFigures } from "./intl";

/** Money is whole paise inside, rupees outside. */
export const PAISE_PER_RUPEE = 100;

export const toRupees = (paise: number) => paise / PAISE_PER_RUPEE;

const EXACT = { minimumFractionDigits: 2 };

/** `₹1,23,456` by the Indian grouping; paise only when the amount is not whole. */
export function rupees(paise: number) {
  const amount = toRupees(Math.abs(paise));
  const isWhole = paise % PAISE_PER_RUPEE === 0;
  const digits = isWhole ? inFigures(amount) : amount.toLocaleString("en-IN", EXACT);
  return `${paise < 0 ? "−" : ""}₹${digits}`;
}
