import { recordExport } from "~/features/audit/record-export.server";
import type { Staff } from "~/features/auth/permissions";
import { CSV_START, csvLine } from "~/lib/csv";
import { CURRENCY, toRupees } from "~/lib/money";
import { toLocalDate, toLocalTime } from "~/lib/time-zone.server";
import { findRows } from "./find-rows.server";
import { KIND_LABEL } from "./reconcile.rules";

const HEADERS = ["Time", "What", "Order ID", "Amount", "Currency", "Note"];

/** Audited. Throws `forbidden`, `busy`. */
export function reconcileCsv(staff: Staff) {
  const rows = findRows(staff);
  recordExport(staff, { what: "reconcile", target: "reconcile", facts: { rows: rows.length } });
  const lines = rows.map(({ at, kind, orderId, amount, note }) =>
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
