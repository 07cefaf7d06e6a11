/** UTF-8 with a byte order mark, RFC 4180 quoting, CRLF. */

export const CSV_START = "\uFEFF";

export type CsvCell = string | number;

export const csvLine = (cells: readonly CsvCell[]) => `${cells.map(cellText).join(",")}\r\n`;

/** Digits that a spreadsheet would turn into a number: without the leading zero or plus, or as 9.8E+11. */
const LOOKS_NUMERIC = /^(?:[+0][\d ().-]*\d|\d{11,})$/;
/** Spreadsheets would run these as formulas; a leading apostrophe prevents that, and is itself marked by another. */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** LibreOffice also splits at semicolons and tabs. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

function cellText(cell: CsvCell) {
  if (typeof cell === "number") return String(cell);
  if (LOOKS_NUMERIC.test(cell)) return `"=""${cell}"""`; // the formula ="098…", which is text
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text that a cell was written for. */
export function fromCsvCell(cell: string) {
  const [, digits] = /^="([^"]*)"$/.exec(cell) ?? [];
  if (digits !== undefined) return digits;
  const isMarked = cell.startsWith("'") && FORMULA_START.test(cell);
  return (isMarked ? cell.slice(1) : cell).replaceAll("\r\n", "\n");
}
