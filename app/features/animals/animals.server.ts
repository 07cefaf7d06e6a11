import { and, asc, desc, eq, getTableColumns, gt, inArray, ne, or, sql } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { animals } from "db/schema";
import { DomainError } from "~/lib/errors";
import { pick } from "~/lib/pick";
import { toPage, type Page } from "~/lib/pagination.schema";
import { countRows, orderBy, pageCondition, toOrderSql } from "~/lib/pagination.server";
import {
  allOf,
  byLength,
  foldedContains,
  inFtsResult,
  matchFts,
  NO_LIMIT,
} from "~/lib/full-text-search.server";
import { foldText, searchTerms } from "~/lib/text/search-text";
import { ANIMAL_FIELDS, type AnimalField } from "./animal.rules";
import type { AnimalQuery, NewAnimal } from "./animal.schema";

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

/** Up to `limit` animals that were added after the one with the key `after`, in that order. */
export const oldestAnimals = (after: number, limit: number) =>
  db
    .select({ ...publicColumns, seq: animals.seq })
    .from(animals)
    .where(gt(animals.seq, after))
    .orderBy(asc(animals.seq))
    .limit(limit)
    .all();

export const animalsWithIds = (ids: string[], reader: Reader = db): Animal[] =>
  reader.select(publicColumns).from(animals).where(inArray(animals.id, ids)).all();

/** Animals with one of these names, ignoring case and accents. */
export const animalsNamed = (names: string[], reader: Reader = db): Animal[] =>
  reader
    .select(publicColumns)
    .from(animals)
    .where(inArray(foldedName, names.map(foldText)))
    .all();

/** Animals that have the name, the description or the image of one of these. */
export const animalsLike = (others: NewAnimal[]): Animal[] =>
  db
    .select(publicColumns)
    .from(animals)
    .where(
      or(
        inArray(
          foldedName,
          others.map(({ name }) => foldText(name)),
        ),
        inArray(
          animals.description,
          others.map(({ description }) => description),
        ),
        inArray(
          animals.imageUrl,
          others.map(({ imageUrl }) => imageUrl),
        ),
      ),
    )
    .orderBy(asc(foldedName))
    .all();

/** Public. Throws `not_found`. */
export function findAnimal(id: string, reader: Reader = db): Animal {
  const animal = reader.select(publicColumns).from(animals).where(eq(animals.id, id)).get();
  if (!animal) throw new DomainError("not_found", "Animal not found");
  return animal;
}

export function animalCategories(): string[] {
  const spellings = new Map<string, string>();
  for (const category of categoryLabels().toReversed()) {
    spellings.set(foldText(category), category);
  }
  return [...spellings.values()].toReversed();
}

const categoryLabels = () =>
  db
    .select({ category: sql<string>`min(${animals.category})` })
    .from(animals)
    .where(ne(animals.category, ""))
    .groupBy(sql`${animals.category} COLLATE NOCASE`)
    .orderBy(asc(sql`fold_text(min(${animals.category}))`))
    .all()
    .map((row) => row.category);

/** The condition for a query and, when it has long words, the keys of the matching animals, newest first. */
function matching({ q, category }: AnimalQuery) {
  const terms = searchTerms(q);
  if (q && terms.length === 0) return { where: inFtsResult(animals.seq, []), keys: [] }; // nothing but accents was typed
  const { long, short } = byLength(terms);
  const where = and(
    foldedContains(animals.searchText, short),
    category ? inCategory(category) : undefined,
  );
  if (long.length === 0) return { where };
  const keys = matchFts("animal_words", animals.seq, allOf(long), { where, limit: NO_LIMIT });
  return { where: inFtsResult(animals.seq, keys), keys };
}

/** Every stored spelling, as SQLite ignores the case of ASCII letters only. */
function inCategory(category: string) {
  const wanted = foldText(category);
  const spellings = categoryLabels().filter((each) => foldText(each) === wanted);
  return inArray(sql`${animals.category} COLLATE NOCASE`, spellings);
}

/** Of the index animals_by_name. */
const foldedName = sql`substr(${animals.searchText}, 1, instr(${animals.searchText}, char(10)) - 1)`;

function ordering({ sort }: AnimalQuery) {
  const sortable = {
    createdAt: animals.seq,
    name: foldedName,
    category: sql`fold_text(${animals.category})`,
  };
  return orderBy(sort, sortable, animals.seq);
}
