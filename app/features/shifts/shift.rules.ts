import { isProvider, type PaymentSource } from "~/features/payments/payment.rules";
import { HOUR_MS } from "~/lib/dates";
import { PAISE_PER_RUPEE } from "~/lib/money";

/** The arithmetic of a shift. Amounts in paise. */

/** Notes and coins, in rupees. */
export const DENOMINATIONS = [500, 200, 100, 50, 20, 10, 5, 2, 1] as const;
export type Denomination = (typeof DENOMINATIONS)[number];
/** How many of each were counted. */
export type NoteCounts = Record<Denomination, number>;

export const MAX_NOTES = 10_000;
export const MAX_REASON = 200;

/** The name of the form's field for a note or coin. */
export const noteField = (denomination: Denomination) => `notes${denomination}`;

export const countedPaise = (counts: NoteCounts) =>
  DENOMINATIONS.reduce((sum, rupees) => sum + counts[rupees] * rupees * PAISE_PER_RUPEE, 0);

/** How money came or went. Only cash is in the drawer. */
export const MONEY_WAYS = ["cash", "upi", "card", "other"] as const;
export type MoneyWay = (typeof MONEY_WAYS)[number];

export const WAY_LABEL: Record<MoneyWay, string> = {
  cash: "Cash",
  upi: "UPI",
  card: "Card",
  other: "Other ways",
};

type Paid = { provider: PaymentSource; method: string };

export function paymentWay({ provider, method }: Paid): MoneyWay {
  if (provider === "upi") return "upi";
  return method === "cash" || method === "upi" || method === "card" ? method : "other";
}

/**
 * Money goes back by hand the way it came. What came online, or before there was a ledger, goes out of the drawer
 * unless there is a bank reference of how it went.
 */
export function refundWay(bankReference: string, payment: Paid | null): MoneyWay {
  if (payment && !isProvider(payment.provider)) return paymentWay(payment);
  return bankReference ? "other" : "cash";
}

export type WaySum = { count: number; paise: number };
export type ShiftTotals = {
  payments: Record<MoneyWay, WaySum>;
  refunds: Record<MoneyWay, WaySum>;
  /** Positive, both. */
  cashIn: number;
  cashOut: number;
};

type WayAmount = { way: MoneyWay; amount: number };
type Lines = { payments: WayAmount[]; refunds: WayAmount[]; moves: { amount: number }[] };

export function sumUp({ payments, refunds, moves }: Lines): ShiftTotals {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const moved = moves.map(({ amount }) => amount);
  return {
    payments: sumsByWay(payments),
    refunds: sumsByWay(refunds),
    cashIn: sum(moved.filter((amount) => amount > 0)),
    cashOut: sum(moved.filter((amount) => amount < 0).map(Math.abs)),
  };
}

function sumsByWay(lines: WayAmount[]): Record<MoneyWay, WaySum> {
  const sums = { cash: nothing(), upi: nothing(), card: nothing(), other: nothing() };
  for (const { way, amount } of lines) {
    sums[way].count += 1;
    sums[way].paise += amount;
  }
  return sums;
}

const nothing = (): WaySum => ({ count: 0, paise: 0 });

/** What must be in the drawer. */
export const expectedCash = (float: number, totals: ShiftTotals) =>
  float + totals.cashIn - totals.cashOut + totals.payments.cash.paise - totals.refunds.cash.paise;

/** After this time an open shift was probably forgotten. */
export const LONG_SHIFT_HOURS = 16;

/** The hours that an open shift has lasted, once they are too many; else null. `openedAt` and `now` are instants. */
export function hoursTooLong({ openedAt }: { openedAt: number }, now: number) {
  const hours = Math.floor((now - openedAt) / HOUR_MS);
  return now - openedAt > LONG_SHIFT_HOURS * HOUR_MS ? hours : null;
}

export const SHIFTS_PATH = "/admin/dashboard/shifts";
export const shiftPath = (id: number | string) => `${SHIFTS_PATH}/${id}`;
