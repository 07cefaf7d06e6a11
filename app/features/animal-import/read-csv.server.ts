import { parse } from "csv-parse/sync";
import { fromCsvCell } from "~/lib/csv";
import { DomainError } from "~/lib/errors";
import { formatNumber } from "~/lib/intl";
import { COLUMNS } from "./animal-csv.rules";
import type { SheetRow } from "./import-files.server";
import { MAX_CSV_BYTES, MAX_ROWS } from "./import.rules";

export const CSV_TOO_LARGE = "The CSV is larger than 16 MB.";

type Sheet = { rows: SheetRow[]; unknownColumns: string[] };

/**
 * The rows of a CSV by column, numbered as in a spreadsheet. Columns may have any order and case, and be separated by
 * commas, semicolons or tabs. Throws `invalid` and `too_large` with what to do about it.
 */
export function readCsv(bytes: Buffer): Sheet {
  if (bytes.length > MAX_CSV_BYTES) throw new DomainError("too_large", CSV_TOO_LARGE);
  const [header = [], ...records] = parseRecords(decode(bytes));
  const names = header.map((name) => fromCsvCell(name).trim().toLowerCase());
  const repeated = names.find((name, index) => name && names.indexOf(name) !== index);
  if (repeated) throw invalid(`The column "${repeated}" is there twice.`);
  if (!names.includes("name"))
    throw invalid(`The first row has no column "name". The columns are: ${COLUMNS.join(", ")}.`);

  const rows = records
    .map((cells, index) => ({ row: index + 2, cells: byColumn(names, cells) }))
    .filter(({ cells }) => Object.values(cells).some(Boolean));
  if (rows.length === 0) throw invalid("The CSV has no animals, only a first row.");
  if (rows.length > MAX_ROWS)
    throw new DomainError(
      "too_large",
      `The CSV has ${formatNumber(rows.length)} animals. Import at most ${formatNumber(MAX_ROWS)} at a time.`,
    );
  return { rows, unknownColumns: names.filter((name) => name && !COLUMNS.includes(name)) };
}

const byColumn = (names: string[], cells: string[]) =>
  Object.fromEntries(
    names.flatMap((name, index) =>
      COLUMNS.includes(name) ? [[name, fromCsvCell(cells[index] ?? "").trim()]] : [],
    ),
  );

/** UTF-8, or the UTF-16 of spreadsheets' "Unicode text". */
function decode(bytes: Buffer) {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid('The CSV is not UTF-8. In Excel, save it as "CSV UTF-8".');
  }
}

function parseRecords(text: string): string[][] {
  const [, named] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const body = named ? text.slice(text.indexOf("\n") + 1) : text;
  try {
    return parse(body, {
      delimiter: named ?? separatorIn(body),
      relax_column_count: true,
      record_delimiter: ["\r\n", "\n", "\r"],
    });
  } catch (error) {
    const line =
      error instanceof Error && "lines" in error ? ` near line ${String(error.lines)}` : "";
    throw invalid(`The CSV cannot be read${line}: a quotation mark is missing or too many.`);
  }
}

/** The one that the first line has most of. */
function separatorIn(text: string) {
  const [line = ""] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => line.split(separator).length;
  return [",", ";", "\t"].toSorted((a, b) => count(b) - count(a))[0];
}

const invalid = (message: string) => new DomainError("invalid", message);
