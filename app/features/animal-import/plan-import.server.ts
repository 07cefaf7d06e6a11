import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { db, type Reader } from "db/connection.server";
import { ANIMAL_FIELDS, BLANK_ANIMAL, type AnimalField } from "~/features/animals/animal.rules";
import type { NewAnimal } from "~/features/animals/animal.schema";
import type { Animal } from "~/features/animals/animals.server";
import { findStockPhoto } from "~/features/animals/stock-photos.server";
import { imageUrl, parseImageUrl } from "~/features/images/image.rules";
import { imageExists } from "~/features/images/images.server";
import { isUlid } from "~/lib/ids.server";
import { pick } from "~/lib/pick";
import { columnOf, ID_COLUMN, imageIdIn, PHOTO_COLUMN } from "./animal-csv.rules";
import { ImportedAnimal } from "./animal-import.schema";
import type { CheckedUpload, SheetRow } from "./import-files.server";
import { fileKey } from "./import.rules";
import { earlierRows, existingAnimals } from "./match-rows.server";

type RowError = { row: number; column: string; message: string };

export type PlannedRow = {
  row: number;
  kind: "new" | "changed" | "unchanged";
  /** Of a new animal whose row has one. */
  id?: string;
  before?: Animal;
  after: NewAnimal;
};

export type ImportPlan = {
  rows: PlannedRow[];
  errors: RowError[];
  unusedPhotos: string[];
  /** Differs when an import of the same files would do something else. */
  fingerprint: string;
};

/**
 * What importing these files would do. A row is the animal of its id, else the only one of its name and title. Columns
 * that are missing change nothing, and neither does a blank photograph.
 */
export function planImport({ rows, photos }: CheckedUpload, reader: Reader = db): ImportPlan {
  const errors: RowError[] = [];
  const planned: PlannedRow[] = [];
  const used = new Set<string>();
  const findExisting = existingAnimals(rows, reader);
  const findEarlier = earlierRows();

  for (const sheetRow of rows) {
    const { row, cells } = sheetRow;
    const report = (column: string, message: string) => void errors.push({ row, column, message });
    const { before, ambiguous } = findExisting(sheetRow);
    if (ambiguous) report("name", `The zoo has ${ambiguous} animals of this name. Add their ids.`);
    const id = cells[ID_COLUMN] || undefined;
    if (id && !isUlid(id))
      report(ID_COLUMN, "This is no id of an animal. Leave it blank for a new one.");
    const earlier = findEarlier(sheetRow, before);
    if (earlier) report("name", `The same animal is in row ${earlier}.`);

    const photo = resolvePhoto(cells[PHOTO_COLUMN] ?? "", photos, reader);
    if (photo.key) used.add(photo.key);
    if (photo.problem) report(PHOTO_COLUMN, photo.problem);
    const given = { ...cellsByField(cells), ...(photo.url && { imageUrl: photo.url }) };
    const { data: after, error } = ImportedAnimal.safeParse({
      ...(before ?? BLANK_ANIMAL),
      ...given,
    });
    for (const { path, message } of error?.issues ?? [])
      report(columnOf(path[0] as AnimalField), message);
    if (after)
      planned.push(before ? changeOf(row, before, after) : { row, kind: "new", id, after });
  }
  return {
    rows: planned,
    errors,
    unusedPhotos: Object.keys(photos).filter((key) => !used.has(key)),
    fingerprint: fingerprintOf(planned),
  };
}

function changeOf(row: number, before: Animal, after: NewAnimal): PlannedRow {
  const isSame = isDeepStrictEqual(pick(before, ANIMAL_FIELDS), { ...after });
  return { row, kind: isSame ? "unchanged" : "changed", before, after };
}

const cellsByField = (cells: SheetRow["cells"]) =>
  Object.fromEntries(
    ANIMAL_FIELDS.flatMap((field) => {
      const cell = field === "imageUrl" ? undefined : cells[columnOf(field)];
      return cell === undefined ? [] : [[field, cell]];
    }),
  );

type ResolvedPhoto = { url?: string; key?: string; problem?: string };

/** A file of the upload, an exported image that is still here, or an address. */
function resolvePhoto(
  cell: string,
  photos: CheckedUpload["photos"],
  reader: Reader,
): ResolvedPhoto {
  if (!cell) return {};
  const key = fileKey(cell);
  const file = Object.hasOwn(photos, key) ? photos[key] : undefined;
  if (file?.problem) return { key, problem: file.problem };
  if (file) return { key, url: imageUrl(file.imageId) };
  const exported = imageIdIn(cell);
  if (exported && imageExists(reader, exported)) return { url: imageUrl(exported) };
  const own = parseImageUrl(cell);
  if (/^https:/i.test(cell) || findStockPhoto(cell) || (own && imageExists(reader, own.id)))
    return { url: cell };
  return { problem: `There is no file "${cell}" in the upload.` };
}

const fingerprintOf = (rows: PlannedRow[]) =>
  hash(
    "sha256",
    JSON.stringify(
      rows.map(({ row, kind, before, after }) => [row, kind, before?.id, before?.updatedAt, after]),
    ),
  ).slice(0, 32);

export function countPlanned({ rows }: ImportPlan) {
  const count = (kind: PlannedRow["kind"]) => rows.filter((row) => row.kind === kind).length;
  return { added: count("new"), changed: count("changed"), unchanged: count("unchanged") };
}
