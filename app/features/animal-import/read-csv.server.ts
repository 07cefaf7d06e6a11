import { fromCsvCell } from "~/lib/csv";
import { decodeCsv, parseRecords } from "~/lib/text/csv-records.server";
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
  const [header = [], ...records] = parseRecords(decodeCsv(bytes));
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

const invalid = (message: string) => new DomainError("invalid", message);
