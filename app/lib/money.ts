import { formatNumber } from "./intl";

/** Amounts are integers in paise internally and rupees in the interface. */
export const PAISE_PER_RUPEE = 100;

export const toRupees = (paise: number) => paise / PAISE_PER_RUPEE;

const rupeeFormat = { minimumFractionDigits: 2 };

/** `₹1,23,456` with Indian grouping, and paise if there are any. */
export function formatRupees(paise: number) {
  const amount = toRupees(Math.abs(paise));
  const isRoundAmount = paise % PAISE_PER_RUPEE === 0;
  const digits = isRoundAmount ? formatNumber(amount) : amount.toLocaleString("en-IN", rupeeFormat);
  return `${paise < 0 ? "−" : ""}₹${digits}`;
}

export const CURRENCY = "INR";
