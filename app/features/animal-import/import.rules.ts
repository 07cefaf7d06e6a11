export const IMPORT_PATH = "/admin/dashboard/animals/import";

/** What one import may have. A catalogue of 2,000 animals, exported with its photographs, stays below. */
export const MAX_ROWS = 2_000;
export const MAX_FILES = 2_500;
export const MAX_TOTAL_BYTES = 512 * 1024 * 1024;
export const MAX_TOTAL_TEXT = "512 MB";
export const MAX_CSV_BYTES = 16 * 1024 * 1024;

/** More than in forms, as nothing makes photographs in a zip smaller; what decoding takes is limited by pixels. */
export const MAX_PHOTO_BYTES = 25 * 1024 * 1024;
export const MAX_PHOTO_TEXT = "25 MB";

/** Of a file's name in UTF-8, as disks have it. */
export const MAX_NAME_BYTES = 255;

/** With script, files are sent in parts of this size: each is done before a request times out. */
export const PART_BYTES = 2 * 1024 * 1024;

export const isCsv = (name: string) => /\.(?:csv|txt)$/i.test(name);
export const isZip = (name: string) => /\.zip$/i.test(name);

export const baseName = (path: string) =>
  path.slice(Math.max(...["/", "\\"].map((each) => path.lastIndexOf(each))) + 1);

/** What systems put into folders and archives on their own. */
export const isSystemFile = (path: string) =>
  /(?:^|[/\\])(?:__MACOSX[/\\]|\.[^/\\]*$|thumbs\.db$|desktop\.ini$)/i.test(path);

/** The key of a file, as spreadsheets and disks disagree about case and accents. A name that is too long stays so. */
export const fileKey = (path: string) =>
  baseName(path)
    .normalize("NFC")
    .toLowerCase()
    .slice(0, MAX_NAME_BYTES + 1);
