import type { Reader } from "db/connection.server";
import { animalsNamed, animalsWithIds, type Animal } from "~/features/animals/animals.server";
import { isUlid } from "~/lib/ids.server";
import { foldText } from "~/lib/text/search-text";
import { ID_COLUMN } from "./animal-csv.rules";
import type { SheetRow } from "./import-files.server";

/** Finds the animal of a row: that of its id, else the only one of its name and title. */
export function existingAnimals(rows: SheetRow[], reader: Reader) {
  const ids = rows.flatMap(({ cells }) => cells[ID_COLUMN] ?? []).filter(isUlid);
  const byId = new Map(animalsWithIds(ids, reader).map((animal) => [animal.id, animal]));
  const names = rows.map(({ cells }) => cells.name ?? "").filter(Boolean);
  const byName = Map.groupBy(animalsNamed(names, reader), ({ name }) => foldText(name));

  return ({ cells }: SheetRow): { before?: Animal; ambiguous?: number } => {
    const before = byId.get(cells[ID_COLUMN] ?? "");
    if (before) return { before };
    const ofName = byName.get(foldText(cells.name ?? "")) ?? [];
    const found =
      cells.title === undefined
        ? ofName
        : ofName.filter(({ title }) => foldText(title) === foldText(cells.title ?? ""));
    return found.length > 1 ? { ambiguous: found.length } : { before: found[0] };
  };
}

/** Finds the earlier row of the same animal: of the same id, or of the same name and title where one has no id. */
export function earlierRows() {
  const byId = new Map<string, number>();
  const byName = new Map<string, { row: number; hasId: boolean }>();

  return ({ row, cells }: SheetRow, before: Animal | undefined): number | undefined => {
    if (!cells.name) return undefined; // which is an error of its own
    const id = before?.id ?? cells[ID_COLUMN];
    const name = foldText(`${cells.name}\n${cells.title ?? before?.title ?? ""}`);
    const hasId = Boolean(cells[ID_COLUMN]);
    const named = byName.get(name);
    const earlier = (id && byId.get(id)) || (named && !(hasId && named.hasId) && named.row);
    if (id && !byId.has(id)) byId.set(id, row);
    if (!named || !hasId) byName.set(name, { row, hasId });
    return earlier || undefined;
  };
}
