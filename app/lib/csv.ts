/** Tables as spreadsheets read them: UTF-8 with a mark that says so, RFC 4180 quoting, CRLF. */

export const CSV_START = "\uFEFF";

export type CsvCell = string | number;

export const csvLine = (cells: readonly CsvCell[]) => `${cells.map(cellText).join(",")}\r\n`;

/** What a spreadsheet would take for a formula, some also in full-width letters; the apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** LibreOffice begins a new cell at a semicolon or a tab, too. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

function cellText(cell: CsvCell) {
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
