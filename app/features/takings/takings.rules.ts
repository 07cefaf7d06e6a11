import { addDays, addMonths, DAY_MS } from "~/lib/dates";
import {
  isProvider,
  type PaymentSource,
  type RefundState,
  type Review,
} from "~/features/payments/payment.rules";
import type { Period } from "~/features/reports/report.rules";

/** What a line of the takings is. `return`: money that had gone came back from the bank, or from staff. */
export type LineKind = "payment" | "refund" | "return";

export const LINE_LABEL: Record<LineKind, string> = {
  payment: "Payment",
  refund: "Refund",
  return: "Refund that came back",
};

/** `hand`: given back by hand, whatever way it had come. */
export type MoneySource = PaymentSource | "hand";

const METHOD_LABEL: Record<string, string> = {
  upi: "UPI",
  card: "Card",
  cash: "Cash",
  bank: "Bank transfer",
  cheque: "Cheque",
  netbanking: "Net banking",
  wallet: "Wallet",
  emi: "EMI",
  paylater: "Pay later",
};

const SOURCE_LABEL: Record<MoneySource, (method: string) => string> = {
  razorpay: (method) => online(method, "via Razorpay"),
  stripe: (method) => online(method, "via Stripe"),
  demo: (method) => online(method, "(demo)"),
  manual: (method) => withMethod("Mark Paid", method),
  counter: (method) => withMethod("Counter", method),
  upi: () => "UPI by hand",
  hand: () => "Given back by hand",
};

const online = (method: string, via: string) => `${method || "Paid"} online ${via}`;
const withMethod = (source: string, method: string) => (method ? `${source}: ${method}` : source);

/** Where money came from or went to: `Card online via Razorpay`, `Mark Paid: Cash`. */
export const moneyLabel = (source: MoneySource, method: string) =>
  SOURCE_LABEL[source](METHOD_LABEL[method] ?? method);

/** Who is no member of staff. */
export const INITIATOR_LABEL: Record<string, string> = {
  "": "Paid online",
  visitor: "Visitors",
  site: "The site",
  provider: "The payment provider",
};

/** Both included, zoo-local. */
export type Days = { from: string; to: string };

export const MAX_DAYS = 366;
export const TOO_MANY_DAYS = `Choose at most ${MAX_DAYS} days`;

/** In paise. */
export type Sums = { came: number; went: number; returned: number };

export const netOf = ({ came, went, returned }: Sums) => came - went + returned;

/** Without a first or a last day the period is a single day, or ends today; without both it is today. */
export function toDays({ from, to }: Period, today: string): Days {
  const first = from ?? to ?? today;
  return { from: first, to: to ?? (first < today ? today : first) };
}

export const countDays = ({ from, to }: Days) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

const monthOf = (month: string): Days => ({
  from: `${month}-01`,
  to: addDays(`${addMonths(month, 1)}-01`, -1),
});

/** The months before and after a period of one month; the same number of days before and after any other. */
export function neighbours(days: Days) {
  const month = days.from.slice(0, 7);
  const { from, to } = monthOf(month);
  if (days.from === from && days.to === to)
    return { previous: monthOf(addMonths(month, -1)), next: monthOf(addMonths(month, 1)) };
  const count = countDays(days);
  const shift = (by: number) => ({ from: addDays(days.from, by), to: addDays(days.to, by) });
  return { previous: shift(-count), next: shift(count) };
}

export function namedPeriods(today: string): { label: string; days: Days }[] {
  const yesterday = addDays(today, -1);
  const month = today.slice(0, 7);
  return [
    { label: "Today", days: { from: today, to: today } },
    { label: "Yesterday", days: { from: yesterday, to: yesterday } },
    { label: "This month", days: monthOf(month) },
    { label: "Last month", days: monthOf(addMonths(month, -1)) },
  ];
}

/** Of the takings, as a query. */
export const daysQuery = ({ from, to }: Days) => `?from=${from}&to=${to}`;

/** The source and method that a refund counts with; the takings say the same in SQL. */
export function refundSource(
  { method }: { method: "provider" | "hand" },
  payment: { provider: PaymentSource; method: string } | undefined,
): [MoneySource, string] {
  if (!payment || (method === "hand" && isProvider(payment.provider))) return ["hand", ""];
  return [payment.provider, payment.method];
}

export const REVIEW_LABEL: Record<Review, string> = {
  "": "Received",
  choice: "To decide: the order was over",
  duplicate: "To decide: paid twice",
  amount: "To decide: another amount",
  unmatched: "To decide: for no order",
  dispute: "Disputed",
};

export const REFUND_STATE_LABEL: Record<RefundState, string> = {
  requested: "To be sent",
  pending: "On its way",
  succeeded: "Given back",
  failed: "Failed",
  withdrawn: "Withdrawn",
};

/** How a payment was made, in the words of who paid: `Card, online`, `Cash`. */
export function paidByLabel(source: PaymentSource, method: string) {
  const name = METHOD_LABEL[method] ?? method;
  if (isProvider(source)) return name ? `${name}, online` : "Online";
  return source === "upi" ? "UPI" : name;
}
