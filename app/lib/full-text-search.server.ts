import { sql, type Column, type SQL } from "drizzle-orm";
import { db } from "db/client.server";
import { inFigures } from "./intl";
import { valuesOf } from "./sql.server";

/** The cost of a search has fixed bounds, so it does not grow with the zoo; the reader is told of them. */

/** The index cannot find fewer letters than this. */
const SHORTEST = 3;

/** How many of the newest rows are scanned for what the index cannot find. */
const LOOKED_THROUGH = 5_000;

/** Most results kept, newest first; to see others, the reader needs a longer word. */
const MOST_FOUND = 5_000;

/** SQLite's value for no limit. */
const ALL = -1;

/** A row's columns are indexed as one text, with this private-use character between them. */
export const BETWEEN = "\uE000";

/** True where a column contains the typed text, ignoring case; no character is special. */
export function anyContains(columns: Column[], typed: string): SQL | undefined {
  if (typed === "") return undefined;
  if (cannotBe(typed)) return NOWHERE;
  const hits = columns.map((column) => sql`${column} LIKE ${containing(typed)} ESCAPE '\\'`);
  return sql`(${sql.join(hits, sql` OR `)})`;
}

/** `%`, `_` and `\` in what was typed are just characters: use with ESCAPE '\'. */
export const containing = (typed: string) => `%${typed.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * A search runs once, for the keys of its results, newest first. Both the count and the page are read from these.
 */
type Found = number[];

/** True for the rows with these keys. */
export const isFound = (key: Column, found: Found) => sql`${key} IN ${valuesOf(found)}`;

/** The results of several searches, without duplicates. */
export const allFound = (ways: Found[]): Found =>
  [...new Set(ways.flat())].sort((a, b) => b - a).slice(0, MOST_FOUND);

/**
 * The newest rows for which a condition is true. `key` rises with time; `+` keeps SQLite from walking all of
 * them.
 */
export const newestWhere = (key: Column, where: SQL | undefined): Found =>
  keysOf(sql`SELECT ${key} AS key FROM ${key.table} WHERE ${where} ORDER BY +${key} DESC`);

/** True where a column of one of the newest rows contains the typed text: for what the index cannot find. */
export const newestContain = (key: Column, columns: Column[], typed: string) =>
  sql`(${key} > (SELECT coalesce(max(${key}), 0) FROM ${key.table}) - ${LOOKED_THROUGH}
       AND ${anyContains(columns, typed)})`;

type Narrowing = {
  /** An extra condition for the index, such as a status. */
  among?: string;
  /** Conditions that the index does not know, checked row by row. */
  where?: SQL;
};

/**
 * The newest rows that contain the typed text, by an index of three-letter pieces: an fts5 table whose row
 * numbers are the keys.
 */
export function withWords(index: string, key: Column, typed: string, narrowing: Narrowing) {
  if (cannotBe(typed)) return [];
  const { among = "", where } = narrowing;
  return keysOf(matching(index, key, phrase(typed) + among, where));
}

/** All rows that contain all of these words, by such an index, newest first: for tables that stay small. */
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

/** Whether the index can find it. */
export const isLongEnough = (typed: string) => [...typed].length >= SHORTEST;

/** One phrase, in which no character is special. */
const phrase = (typed: string) => `"${typed.replaceAll('"', '""')}"`;

/** NUL ends LIKE's pattern, and the index's own markers match nothing. */
const cannotBe = (typed: string) => /[\0\uE000-\uE001]/.test(typed);
const NOWHERE = sql`0`;

/** What a reader should know about an incomplete search by an index; undefined when everything was looked through. */
export const indexNote = (key: Column, typed: string, found: Found) =>
  tooManyNote(found) ??
  (isLongEnough(typed) ? undefined : newestOnly(key, "Searches of fewer than three letters"));

/** The same without an index: parts are looked for in the newest rows, and what is `exact` in all. */
export const scanNote = (key: Column, found: Found, exact = "exact matches") =>
  tooManyNote(found) ?? newestOnly(key, "Partial matches", `; ${exact} cover everything`);

const tooManyNote = (found: Found) =>
  found.length === MOST_FOUND
    ? `Only the newest ${inFigures(MOST_FOUND)} matches are shown. Use a longer word to narrow the search.`
    : undefined;

/** What a reader should know about a search that covers only the newest rows; undefined when they are all. */
export function newestOnly(key: Column, what: string, rest = "") {
  const newest = db.get<{ key: number | null }>(sql`SELECT max(${key}) AS key FROM ${key.table}`);
  if ((newest.key ?? 0) <= LOOKED_THROUGH) return undefined;
  return `${what} cover only the newest ${inFigures(LOOKED_THROUGH)}${rest}.`;
}
