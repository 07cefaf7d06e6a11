export const IMPORT_PATH = "/admin/dashboard/animals/import";

/** What one import may have. A catalogue of 2,000 animals, exported with its photographs, stays below. */
export const MAX_ROWS = 2_000;
export const MAX_FILES = 2_500;
export const MAX_TOTAL_BYTES = 512 * 1024 * 1024;
export const MAX_CSV_BYTES = 16 * 1024 * 1024;
export const MAX_TOTAL_TEXT = "512 MB";

/** With script, files are sent in parts of this size: each is done before a request times out. */
export const PART_BYTES = 2 * 1024 * 1024;

export const isCsv = (name: string) => /\.(?:csv|txt)$/i.test(name);
export const isZip = (name: string) => /\.zip$/i.test(name);

export const baseName = (path: string) =>
  path.slice(Math.max(...["/", "\\"].map((each) => path.lastIndexOf(each))) + 1);

/** What systems put into folders and archives on their own. */
export const isSystemFile = (path: string) =>
  /(?:^|[/\\])(?:__MACOSX[/\\]|\.[^/\\]*$|thumbs\.db$|desktop\.ini$)/i.test(path);

/** The key of a file, as spreadsheets and disks disagree about case and accents. */
export const fileKey = (path: string) => baseName(path).normalize("NFC").toLowerCase();
