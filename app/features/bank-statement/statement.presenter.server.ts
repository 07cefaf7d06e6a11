import { authorize, type Staff } from "~/features/auth/permissions";
import { waitingTransfers } from "~/features/transfers/bank-references.server";
import { formatShortDate } from "~/lib/dates";
import { formatRupees } from "~/lib/money";
import { matchStatement, type Match } from "./match-statement.server";
import type { Statement } from "./read-statement.server";
import { signHits } from "./signed-hits.server";
import { MATCH_KINDS, MATCH_LABEL } from "./statement.rules";

const MAX_SHOWN = 300;

/** Throws `forbidden`. */
export function statementView(staff: Staff) {
  authorize(staff, "orders.update");
  return { waiting: waitingTransfers().length };
}

/** What would be recorded, and what of the rest needs a look. */
export function statementPreview(staff: Staff, { lines, errors, others }: Statement) {
  const matches = matchStatement(staff, lines);
  const byKind = Map.groupBy(matches, ({ kind }) => kind);
  const sorted = MATCH_KINDS.flatMap((kind) => byKind.get(kind) ?? []);
  const exact = byKind.get("exact") ?? [];
  return {
    counts: MATCH_KINDS.map((kind) => ({
      kind,
      label: MATCH_LABEL[kind],
      count: byKind.get(kind)?.length ?? 0,
    })),
    rows: sorted.slice(0, MAX_SHOWN).map(rowView),
    rowCount: sorted.length,
    errors: errors.slice(0, MAX_SHOWN).map((error) => ({ ...error, id: error.line })),
    errorCount: errors.length,
    others,
    hitCount: exact.length,
    hits: signHits(staff, exact),
  };
}

const rowView = ({ line, day, reference, amount, orderIds, kind, note }: Match) => ({
  ...{ id: line, line, reference, orderIds, kind, note },
  day: formatShortDate(day),
  amount: formatRupees(amount),
  what: MATCH_LABEL[kind],
});
