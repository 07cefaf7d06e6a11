import type { Actor } from "~/features/auth/permissions";
import { CSV_START, csvLine } from "~/lib/csv";
import { CURRENCY, toRupees } from "~/lib/money";
import { toLocalDate, toLocalTime } from "~/lib/time-zone.server";
import { findRows } from "./find-rows.server";
import { KIND_LABEL } from "./reconcile.rules";

const HEADERS = ["Time", "What", "Order ID", "Amount", "Currency", "Note"];

/** Throws `forbidden`. */
export function reconcileCsv(actor: Actor) {
  const lines = findRows(actor).map(({ at, kind, orderId, amount, note }) =>
    csvLine([
      toLocalTime(at),
      KIND_LABEL[kind],
      orderId,
      amount === null ? "" : toRupees(amount),
      amount === null ? "" : CURRENCY,
      note,
    ]),
  );
  return new Response(CSV_START + csvLine(HEADERS) + lines.join(""), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="zoo-reconcile-${toLocalDate()}.csv"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
