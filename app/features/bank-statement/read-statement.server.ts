import { isUtf8 } from "node:buffer";
import { fromCsvCell } from "~/lib/csv";
import { decodeCsv, parseRecords } from "~/lib/text/csv-records.server";
import { parseDay } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { formatNumber } from "~/lib/intl";
import { PAISE_PER_RUPEE } from "~/lib/money";
import { toLocalDate } from "~/lib/time-zone.server";
import { findColumns, type Columns } from "./columns";
import { MAX_BYTES, MAX_BYTES_TEXT, MAX_LINES } from "./statement.rules";

/** A credit that names a UPI transfer. Nothing else of the statement leaves this file: narrations name people. */
export type StatementLine = {
  /** As in a spreadsheet. */
  line: number;
  day: string;
  /** In paise. */
  amount: number;
  references: string[];
  /** The one to show if no order has any; blank where it may be a phone number. */
  main: string;
};

type LineError = { line: number; message: string };

export type Statement = {
  lines: StatementLine[];
  errors: LineError[];
  /** Lines that are no credit or have no UPI reference. */
  others: number;
};

/** Throws `invalid` with what to do about it. */
export function readStatement(bytes: Buffer): Statement {
  if (bytes.length > MAX_BYTES)
    throw invalid(`The file is larger than ${MAX_BYTES_TEXT}. Download a shorter period.`);
  const text = toText(bytes);
  const header = text.split(/\r\n|[\r\n]/).find(isHeader) ?? "";
  const records = parseRecords(text, { header, relaxQuotes: true });
  const start = records.findIndex((cells) => findColumns(cells));
  const columns = findColumns(records[start] ?? []);
  if (!columns)
    throw invalid(
      "The file has no line that names the columns: a date, an amount or credit, and a reference or narration.",
    );
  const rows = records.slice(start + 1).map((cells) => cells.map((cell) => fromCsvCell(cell)));
  if (rows.length > MAX_LINES)
    throw invalid(
      `The file has more than ${formatNumber(MAX_LINES)} lines. Download a shorter period.`,
    );
  const statement: Statement = { lines: [], errors: [], others: 0 };
  for (const [index, cells] of rows.entries())
    if (cells.some((cell) => cell.trim())) addLine(statement, start + index + 2, cells, columns);
  return statement;
}

/** Banks write UTF-8, UTF-16 or Latin-1; of the last, the letters that differ do not matter here. */
const toText = (bytes: Buffer) =>
  isUtf8(bytes) || bytes[0] === 0xff ? decodeCsv(bytes) : bytes.toString("latin1");

const isHeader = (line: string) => findColumns(line.split(/[,;\t]/)) !== undefined;

function addLine(statement: Statement, line: number, cells: string[], columns: Columns) {
  const cell = (index: number) => cells[index]?.trim() ?? "";
  const fail = (message: string) => void statement.errors.push({ line, message });
  const texts = columns.references.map(cell);
  if (texts.slice(0, columns.ownReferences).some((text) => ROUNDED.test(text)))
    return fail("The reference is rounded. Upload the bank's file as it was downloaded.");
  const references = [...new Set(texts.flatMap(referencesIn))];
  const amount = creditIn(cell(columns.amount), cell(columns.direction));
  if (references.length === 0 || amount === 0) return void (statement.others += 1);
  if (amount === undefined) return fail("The amount cannot be read.");
  const day = parseDay(cell(columns.date).replace(TIME, ""));
  if (day === undefined) return fail("The date cannot be read.");
  if (day > toLocalDate()) return fail("The date is still to come.");
  const own = texts.slice(0, columns.ownReferences).flatMap(referencesIn)[0];
  const main = own ?? references.find((reference) => !MAYBE_PHONE.test(reference)) ?? "";
  statement.lines.push({ line, day, amount, references, main });
}

/** What spreadsheets make of long numbers. */
const ROUNDED = /^\d(?:\.\d+)?E\+\d+$/i;
/** With the country's code. */
const MAYBE_PHONE = /^91[6-9]/;
const TIME = /[ T]\d{1,2}:\d{2}.*$/;
/** Some banks fill references up with zeros. */
const REFERENCE = /(?<!\d)0*(\d{12})(?!\d)/g;

const referencesIn = (text: string) =>
  [...text.matchAll(REFERENCE)].map(([, digits = ""]) => digits);

/** In paise; 0 for no credit, undefined if it cannot be read. */
function creditIn(text: string, direction: string): number | undefined {
  const typed = text.replace(/₹|inr|rs\.?|[\s,+]/gi, "");
  if (typed === "" || /^-|-$|^\(|dr\.?$/i.test(typed) || /^d/i.test(direction)) return 0;
  const [, rupees] = /^(\d{1,9}(?:\.\d{1,2})?)0*(?:cr\.?)?$/i.exec(typed) ?? [];
  return rupees === undefined ? undefined : Math.round(Number(rupees) * PAISE_PER_RUPEE);
}

const invalid = (message: string) =>
  new DomainError("invalid", message, [{ path: "statement", message }]);
