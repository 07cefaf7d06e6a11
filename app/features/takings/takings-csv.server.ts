import { shiftNumbers } from "~/features/shifts/list-shifts.server";
import { CSV_START, csvLine, type CsvCell } from "~/lib/csv";
import { toStream } from "~/lib/http/to-stream.server";
import { toRupees } from "~/lib/money";
import type { MoneyLine } from "./money-lines.server";
import { LINE_LABEL, moneyLabel, type Days } from "./takings.rules";
import { namesOf } from "./takings.server";

const HEADERS = [
  "Day",
  "What",
  "Number",
  "Order ID",
  "Way",
  "Reference",
  "Staff",
  "To decide",
  "Amount",
  "Currency",
  "Shift",
];

/** Money that came and went as CSV, streamed while it is read. Refunds are negative. */
export function takingsCsv({ from, to }: Days, batches: AsyncGenerator<MoneyLine[]>) {
  return new Response(toStream(toLines(batches)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="zoo-takings-${from}-${to}.csv"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

async function* toLines(batches: AsyncGenerator<MoneyLine[]>) {
  yield Buffer.from(CSV_START + csvLine(HEADERS));
  for await (const lines of batches) {
    const names = namesOf([...new Set(lines.map(({ who }) => who))]);
    const numbers = shiftNumbers(lines.map(({ shiftId }) => shiftId));
    yield Buffer.from(
      lines.map((line) => csvLine([...cellsOf(line, names), shiftCell(line, numbers)])).join(""),
    );
  }
}

const shiftCell = ({ shiftId }: MoneyLine, numbers: ReturnType<typeof shiftNumbers>): CsvCell =>
  shiftId === null ? "" : (numbers.get(shiftId) ?? "open");

const cellsOf = (line: MoneyLine, names: Map<string, string>): CsvCell[] => [
  line.day,
  LINE_LABEL[line.kind],
  line.number,
  line.orderId,
  moneyLabel(line.source, line.method),
  line.reference,
  names.get(line.who) ?? "",
  line.review,
  toRupees(line.kind === "refund" ? -line.amount : line.amount),
  line.currency,
];
