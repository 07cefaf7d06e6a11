export const STATEMENT_PATH = "/admin/dashboard/reconcile/statement";

export const MAX_BYTES = 1024 * 1024;
export const MAX_BYTES_TEXT = "1 MB";
export const MAX_LINES = 5_000;

/**
 * What a line of a bank statement is here. exact: one waiting order has its reference and amount. differs: the amount is
 * another one. several: it could be for more than one order. none: no order has its reference. recorded: its payment is
 * here already.
 */
export const MATCH_KINDS = ["exact", "differs", "several", "none", "recorded"] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

export const MATCH_LABEL: Record<MatchKind, string> = {
  exact: "Exact hit",
  differs: "Amount differs",
  several: "Several",
  none: "No order",
  recorded: "Recorded already",
};

/** A line that is to be recorded. `amount` in paise, `day` zoo-local. */
export type Hit = { reference: string; amount: number; day: string };
