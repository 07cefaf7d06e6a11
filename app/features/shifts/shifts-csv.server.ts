import { CSV_START, csvLine, type CsvCell } from "~/lib/csv";
import { toStream } from "~/lib/http/to-stream.server";
import { toRupees } from "~/lib/money";
import { namesOf } from "~/features/takings/takings.server";
import { toLocalTime } from "~/lib/time-zone.server";
import type { Shift } from "./open-shift.server";
import { totalsOf } from "./shift-lines.server";
import { MONEY_WAYS, WAY_LABEL } from "./shift.rules";

const HEADERS = [
  ...["Number", "Staff", "Opened", "Closed", "Counted by", "Float", "Cash in", "Cash out"],
  ...MONEY_WAYS.flatMap((way) => [`${WAY_LABEL[way]} taken`, `${WAY_LABEL[way]} given back`]),
  ...["Expected", "Counted", "Difference", "Reason"],
];

/** Closed shifts as CSV, in rupees and zoo-local times, streamed while they are read. */
export const shiftsCsv = (batches: AsyncGenerator<Shift[]>) =>
  new Response(toStream(toLines(batches)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="zoo-shifts.csv"',
      "X-Content-Type-Options": "nosniff",
    },
  });

async function* toLines(batches: AsyncGenerator<Shift[]>) {
  yield Buffer.from(CSV_START + csvLine(HEADERS));
  for await (const shifts of batches) {
    const ids = shifts.flatMap(({ adminId, closedBy }) => [adminId, closedBy ?? adminId]);
    const names = namesOf([...new Set(ids)]);
    yield Buffer.from(shifts.map((shift) => csvLine(cellsOf(shift, names))).join(""));
  }
}

function cellsOf(shift: Shift, names: Map<string, string>): CsvCell[] {
  const { payments, refunds, cashIn, cashOut } = totalsOf(shift);
  return [
    shift.number ?? "",
    names.get(shift.adminId) ?? "",
    toLocalTime(shift.openedAt),
    toLocalTime(shift.closedAt ?? shift.openedAt),
    names.get(shift.closedBy ?? "") ?? "",
    ...[shift.float, cashIn, -cashOut].map(toRupees),
    ...MONEY_WAYS.flatMap((way) => [toRupees(payments[way].paise), toRupees(-refunds[way].paise)]),
    ...[shift.expected, shift.counted, shift.difference].map((paise) => toRupees(paise ?? 0)),
    shift.reason,
  ];
}
