import { and, asc, desc, eq, getTableColumns, inArray, ne, sql } from "drizzle-orm";
import { db, type Reader } from "db/client.server";
import { animals } from "db/schema";
import { DomainError } from "~/lib/errors";
import { pageOf, type Page } from "~/lib/pagination.schema";
import { countRows, inOrder, onPage, sorted } from "~/lib/pagination.server";
import { allWithWords, anyContains, isFound, isLongEnough } from "~/lib/full-text-search.server";
import { searchWords } from "./animal-search";
import type { AnimalQuery } from "./animal.schema";

export type Animal = Omit<typeof animals.$inferSelect, "seq" | "searchText">;

const { seq: _, searchText: __, ...shown } = getTableColumns(animals);

/** Public. Finds by name, title, category and description, ignoring case and accents. */
export function listAnimals(query: AnimalQuery): Page<Animal> {
  const { page, limit } = query;
  const { where, keys } = matching(query);
  const total = keys?.length ?? countRows(animals, where);
  const order = ordering(query);
  const items = db
    .select(shown)
    .from(animals)
    .where(onPage(animals.seq, { where, keys, order, total, page, limit }))
    .orderBy(...sorted(order))
    .all();
  return { items, pagination: pageOf(total, page, limit) };
}

/** The newest animals, newest first. */
export const latestAnimals = (many: number): Animal[] => newest.all({ many });

const newest = db
  .select(shown)
  .from(animals)
  .orderBy(desc(animals.seq))
  .limit(sql.placeholder("many"))
  .prepare();

/** Public. Throws `not_found`. */
export function findAnimal(id: string, reader: Reader = db): Animal {
  const found = reader.select(shown).from(animals).where(eq(animals.id, id)).get();
  if (!found) throw new DomainError("not_found", "Animal not found");
  return found;
}

/** The categories in use, each once, in alphabetical order. */
export function animalCategories(): string[] {
  const spellings = new Map<string, string>();
  for (const category of spelledCategories().toReversed()) {
    spellings.set(category.toLowerCase(), category);
  }
  return [...spellings.values()].toReversed();
}

const spelledCategories = () =>
  db
    .select({ category: sql<string>`min(${animals.category})` })
    .from(animals)
    .where(ne(animals.category, ""))
    .groupBy(sql`${animals.category} COLLATE NOCASE`)
    .orderBy(asc(sql`${animals.category} COLLATE NOCASE`))
    .all()
    .map((row) => row.category);

/** The condition for a query and, when it has long words, the keys of the matching animals, newest first. */
function matching({ q, category }: AnimalQuery) {
  const words = searchWords(q);
  if (q && words.length === 0) return { where: isFound(animals.seq, []), keys: [] }; // nothing but accents was typed
  const [long, short] = [words.filter(isLongEnough), words.filter((word) => !isLongEnough(word))];
  const where = and(
    ...short.map((word) => anyContains([animals.searchText], word)),
    category ? isOf(category) : undefined,
  );
  if (long.length === 0) return { where };
  const keys = allWithWords("animal_words", animals.seq, long, where);
  return { where: isFound(animals.seq, keys), keys };
}

/** SQLite ignores the case of ASCII letters only; for others, every stored spelling is asked for. */
function isOf(category: string) {
  const column = sql`${animals.category} COLLATE NOCASE`;
  if (/^[\x20-\x7e]*$/.test(category)) return sql`${column} = ${category}`;
  const wanted = category.toLowerCase();
  const spellings = spelledCategories().filter((each) => each.toLowerCase() === wanted);
  return inArray(column, spellings);
}

function ordering({ sort }: AnimalQuery) {
  const sortable = { createdAt: animals.seq, name: animals.name, category: animals.category };
  return inOrder(sort, sortable, animals.seq);
}
