import { and, asc, desc, eq, getTableColumns, inArray, ne, sql } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { animals } from "db/schema";
import { DomainError } from "~/lib/errors";
import { pick } from "~/lib/pick";
import { toPage, type Page } from "~/lib/pagination.schema";
import { countRows, orderBy, pageCondition, toOrderSql } from "~/lib/pagination.server";
import {
  anyColumnContains,
  inFtsResult,
  isLongEnough,
  NO_LIMIT,
  phrase,
  searchFts,
} from "~/lib/full-text-search.server";
import { ANIMAL_FIELDS, type AnimalField } from "./animal.rules";
import { searchTerms } from "./animal-search";
import type { AnimalQuery } from "./animal.schema";

const SYSTEM_FIELDS = ["id", "imageId", "createdAt", "updatedAt"] as const;

/** An animal without the columns that sort and search. Instants in UTC milliseconds. */
export type Animal = Pick<
  typeof animals.$inferSelect,
  AnimalField | (typeof SYSTEM_FIELDS)[number]
>;

const publicColumns = pick(getTableColumns(animals), [...ANIMAL_FIELDS, ...SYSTEM_FIELDS]);

/** Public. Searches all texts of an animal, ignoring case and accents. */
export function listAnimals(query: AnimalQuery): Page<Animal> {
  const { page, limit } = query;
  const { where, keys } = matching(query);
  const total = keys?.length ?? countRows(animals, where);
  const order = ordering(query);
  const items = db
    .select(publicColumns)
    .from(animals)
    .where(pageCondition(animals.seq, { where, keys, order, total, page, limit }))
    .orderBy(...toOrderSql(order))
    .all();
  return { items, pagination: toPage(total, page, limit) };
}

export const latestAnimals = (limit: number): Animal[] => newest().all({ limit });

const newest = prepared(() =>
  db
    .select(publicColumns)
    .from(animals)
    .orderBy(desc(animals.seq))
    .limit(sql.placeholder("limit"))
    .prepare(),
);

/** Public. Throws `not_found`. */
export function findAnimal(id: string, reader: Reader = db): Animal {
  const animal = reader.select(publicColumns).from(animals).where(eq(animals.id, id)).get();
  if (!animal) throw new DomainError("not_found", "Animal not found");
  return animal;
}

export function animalCategories(): string[] {
  const spellings = new Map<string, string>();
  for (const category of categoryLabels().toReversed()) {
    spellings.set(category.toLowerCase(), category);
  }
  return [...spellings.values()].toReversed();
}

const categoryLabels = () =>
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
  const terms = searchTerms(q);
  if (q && terms.length === 0) return { where: inFtsResult(animals.seq, []), keys: [] }; // nothing but accents was typed
  const [long, short] = [terms.filter(isLongEnough), terms.filter((term) => !isLongEnough(term))];
  const where = and(
    ...short.map((term) => anyColumnContains([animals.searchText], term)),
    category ? inCategory(category) : undefined,
  );
  if (long.length === 0) return { where };
  const keys = searchFts("animal_words", animals.seq, allOf(long), where, NO_LIMIT);
  return { where: inFtsResult(animals.seq, keys), keys };
}

const allOf = (terms: string[]) => terms.map(phrase).join(" AND ");

/** SQLite ignores the case of ASCII letters only; for others, every stored spelling is asked for. */
function inCategory(category: string) {
  const column = sql`${animals.category} COLLATE NOCASE`;
  if (/^[\x20-\x7e]*$/.test(category)) return sql`${column} = ${category}`;
  const wanted = category.toLowerCase();
  const spellings = categoryLabels().filter((each) => each.toLowerCase() === wanted);
  return inArray(column, spellings);
}

function ordering({ sort }: AnimalQuery) {
  const sortable = { createdAt: animals.seq, name: animals.name, category: animals.category };
  return orderBy(sort, sortable, animals.seq);
}
