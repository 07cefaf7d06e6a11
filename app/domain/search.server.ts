import { sql, type Column, type SQL } from "drizzle-orm";
import { db } from "db/client.server";
import { inFigures } from "./formats";
import { containing } from "./listing";
import { valuesOf } from "./rows.server";

/** What a search costs does not grow with the zoo: it has bounds, which its reader is told of. */

/** Fewer letters than this no index can find. */
const SHORTEST = 3;

/** So many of the newest rows are looked through for what no index can find. */
const LOOKED_THROUGH = 5_000;

/** The newest of what was found; whoever has more than this needs a longer word. */
const MOST_FOUND = 5_000;

/** SQLite's word for no limit. */
const ALL = -1;

/** The columns of a row are indexed as one text; this stands between them, and nobody is called so. */
export const BETWEEN = "\uE000";

/** True where one of the columns contains what was typed, in either case; every character is itself. */
export function anyContains(columns: Column[], typed: string): SQL | undefined {
  if (typed === "") return undefined;
  if (cannotBe(typed)) return NOWHERE;
  const hits = columns.map((column) => sql`${column} LIKE ${containing(typed)} ESCAPE '\\'`);
  return sql`(${sql.join(hits, sql` OR `)})`;
}

/**
 * A search is made once, for the keys of what it finds, the newest first. Both the count and the page are
 * then read from these.
 */
type Found = number[];

export const isFound = (key: Column, found: Found) => sql`${key} IN ${valuesOf(found)}`;

/** What was found in several ways, once. */
export const allFound = (ways: Found[]): Found =>
  [...new Set(ways.flat())].sort((a, b) => b - a).slice(0, MOST_FOUND);

/** The newest rows for which something is true. `key` rises with time; `+`: no walk through all of them in its order. */
export const newestWhere = (key: Column, where: SQL | undefined): Found =>
  keysOf(sql`SELECT ${key} AS key FROM ${key.table} WHERE ${where} ORDER BY +${key} DESC`);

/** True where a column of one of the newest rows contains what was typed: for what no index can find. */
export const newestContain = (key: Column, columns: Column[], typed: string) =>
  sql`(${key} > (SELECT coalesce(max(${key}), 0) FROM ${key.table}) - ${LOOKED_THROUGH}
       AND ${anyContains(columns, typed)})`;

type Narrowing = {
  /** Words of the index's own. */
  among?: string;
  /** What the index does not know, looked up row by row. */
  where?: SQL | undefined;
};

/**
 * The newest rows that contain what was typed, by an index of three-letter pieces: a table of SQLite's fts5
 * whose row numbers are the keys.
 */
export function withWords(index: string, key: Column, typed: string, narrowing: Narrowing = {}) {
  if (cannotBe(typed)) return [];
  const { among = "", where } = narrowing;
  return keysOf(matching(index, key, phrase(typed) + among, where));
}

/** All rows that contain all of these words, by such an index, the newest first: for what no zoo has millions of. */
export const allWithWords = (index: string, key: Column, words: string[], where?: SQL): Found =>
  words.some(cannotBe)
    ? []
    : keysOf(matching(index, key, words.map(phrase).join(" AND "), where), ALL);

function matching(index: string, key: Column, match: string, where: SQL | undefined) {
  const name = sql.identifier(index);
  const isOne =
    where && sql`AND EXISTS (SELECT 1 FROM ${key.table} WHERE ${key} = ${name}.rowid AND ${where})`;
  return sql`SELECT rowid AS key FROM ${name} WHERE words MATCH ${match} ${isOne} ORDER BY rowid DESC`;
}

const keysOf = (query: SQL, most = MOST_FOUND): Found =>
  db.values<[number]>(sql`${query} LIMIT ${most}`).map(([key]) => key);

export const isLongEnough = (typed: string) => [...typed].length >= SHORTEST;

/** One phrase: every character is itself. */
const phrase = (typed: string) => `"${typed.replaceAll('"', '""')}"`;

/** LIKE stops reading at a null character, and what only an index has nobody looks for. */
const cannotBe = (typed: string) => /[\0\uE000-\uE001]/.test(typed);
const NOWHERE = sql`0`;

/** What a reader should know about what was found: nothing where everything was looked through. */
export function searchNote(key: Column, typed: string, found: Found, isIndexed: boolean) {
  if (found.length === MOST_FOUND) {
    return `These are the newest ${inFigures(MOST_FOUND)} that were found. A longer word finds fewer.`;
  }
  if (isIndexed && isLongEnough(typed)) return undefined;
  const newest = db.get<{ key: number | null }>(sql`SELECT max(${key}) AS key FROM ${key.table}`);
  if ((newest.key ?? 0) <= LOOKED_THROUGH) return undefined;
  return isIndexed
    ? `Fewer than three letters are looked for in the newest ${inFigures(LOOKED_THROUGH)} only.`
    : `A part is looked for in the newest ${inFigures(LOOKED_THROUGH)} only; a whole one in all.`;
}
