import { sql, type Column, type SQL } from "drizzle-orm";
import { containing } from "./listing";
import { LOOKED_THROUGH, MOST_FOUND, SHORTEST } from "./search.rules";

/** The columns of a row are indexed as one text; this stands between them, and nobody is called so. */
export const BETWEEN = "\uE000";

/** True where one of the columns contains what was typed, in either case; every character is itself. */
export function anyContains(columns: Column[], typed: string): SQL | undefined {
  if (typed === "") return undefined;
  if (cannotBe(typed)) return NOWHERE;
  const hits = columns.map((column) => sql`${column} LIKE ${containing(typed)} ESCAPE '\\'`);
  return sql`(${sql.join(hits, sql` OR `)})`;
}

/** The same, but only among the newest rows: for what no index can find. `key` rises with time. */
export function newestContain(key: Column, columns: Column[], typed: string): SQL | undefined {
  const hit = anyContains(columns, typed);
  return hit && sql`(${key} > ${newest(key)} - ${LOOKED_THROUGH} AND ${hit})`;
}

/**
 * True for the newest rows that contain what was typed, by an index of three-letter pieces: a table of SQLite's
 * fts5 whose row numbers are the keys. `among` narrows them by words of the index's own.
 */
export const wordsContain = (key: Column, index: string, typed: string, among = "") =>
  cannotBe(typed) ? NOWHERE : sql`${key} IN (${foundIn(index, typed, among)})`;

/** How many these are, from the index alone. */
export const countOfWords = (index: string, typed: string, among = "") =>
  cannotBe(typed) ? sql`0` : sql`(SELECT count(*) FROM (${foundIn(index, typed, among)}))`;

export const isLongEnough = (typed: string) => [...typed].length >= SHORTEST;

const foundIn = (index: string, typed: string, among: string) => sql`
  SELECT rowid FROM ${sql.identifier(index)} WHERE words MATCH ${phrase(typed) + among}
  ORDER BY rowid DESC LIMIT ${MOST_FOUND}`;

/** One phrase: every character is itself. */
export const phrase = (typed: string) => `"${typed.replaceAll('"', '""')}"`;

/** LIKE stops reading at a null character, and what only an index has nobody looks for. */
const cannotBe = (typed: string) => /[\0\uE000-\uE001]/.test(typed);
const NOWHERE = sql`0`;

const newest = (key: Column) => sql`(SELECT coalesce(max(${key}), 0) FROM ${key.table})`;
