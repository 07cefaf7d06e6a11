import { parse } from "csv-parse/sync";
import { DomainError } from "~/lib/errors";

/** UTF-8, or the UTF-16 of spreadsheets' "Unicode text". Throws `invalid`. */
export function decodeCsv(bytes: Buffer) {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid('The CSV is not UTF-8. In Excel, save it as "CSV UTF-8".');
  }
}

type Options = {
  /** The line that has the separators; by default the first. */
  header?: string;
  /** Quotation marks may stand inside of cells. */
  relaxQuotes?: boolean;
};

/** Rows of cells, separated by commas, semicolons or tabs, whichever the header has most of. Throws `invalid`. */
export function parseRecords(
  text: string,
  { header = firstLine(text), relaxQuotes = false }: Options = {},
): string[][] {
  const [, named] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const body = named ? text.slice(text.indexOf("\n") + 1) : text;
  try {
    return parse(body, {
      delimiter: named ?? separatorIn(header),
      relax_column_count: true,
      relax_quotes: relaxQuotes,
      record_delimiter: ["\r\n", "\n", "\r"],
    });
  } catch (error) {
    const line =
      error instanceof Error && "lines" in error ? ` near line ${String(error.lines)}` : "";
    throw invalid(`The CSV cannot be read${line}: a quotation mark is missing or too many.`);
  }
}

const firstLine = (text: string) => text.split(/[\r\n]/, 1)[0] ?? "";

function separatorIn(line: string) {
  const count = (separator: string) => line.split(separator).length;
  return [",", ";", "\t"].toSorted((a, b) => count(b) - count(a))[0];
}

const invalid = (message: string) => new DomainError("invalid", message);
