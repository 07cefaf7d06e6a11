import { sql, type Column, type SQL } from "drizzle-orm";
import { db } from "db/connection.server";
import { sortWithoutIndex } from "db/query-plans.server";
import { formatNumber } from "./intl";
import { jsonValues } from "./sql.server";

/** The cost of a search is bounded; notes tell the user when results are incomplete. */

/** The trigram index needs at least three letters. */
const MIN_QUERY_LENGTH = 3;

const SCAN_LIMIT = 5_000;

const MAX_RESULTS = 5_000;
export const NO_LIMIT = -1;

export function anyColumnContains(columns: Column[], typed: string): SQL | undefined {
  if (typed === "") return undefined;
  if (endsEarly(typed)) return sql`0`;
  const hits = columns.map((column) => sql`${column} LIKE ${containing(typed)} ESCAPE '\\'`);
  return sql`(${sql.join(hits, sql` OR `)})`;
}

const containing = (typed: string) => `%${typed.replace(/[\\%_]/g, "\\$&")}%`;

/** NUL ends a pattern and a full-text query. */
const endsEarly = (text: string) => text.includes("\0");

/** Keys of the results, newest first. Both the count and the page derive from them. */
type RowKeys = number[];

export const inFtsResult = (key: Column, keys: RowKeys) => sql`${key} IN ${jsonValues(keys)}`;

export const mergeFtsResults = (results: RowKeys[]): RowKeys =>
  [...new Set(results.flat())].sort((a, b) => b - a).slice(0, MAX_RESULTS);

/** `key` increases with time. */
export const newestMatching = (key: Column, where: SQL | undefined): RowKeys =>
  keysOf(
    sql`SELECT ${key} AS key FROM ${key.table} WHERE ${where} ORDER BY ${sortWithoutIndex(key)} DESC`,
  );

export const newestContain = (key: Column, columns: Column[], typed: string) =>
  sql`(${key} > (SELECT coalesce(max(${key}), 0) FROM ${key.table}) - ${SCAN_LIMIT}
       AND ${anyColumnContains(columns, typed)})`;

export const phrase = (typed: string) => `"${typed.replaceAll('"', '""')}"`;

/** The newest rows that match a full-text query, from a trigram FTS5 table whose rowids are the keys. */
export function searchFts(
  index: string,
  key: Column,
  query: string,
  where?: SQL,
  limit = MAX_RESULTS,
): RowKeys {
  if (endsEarly(query)) return [];
  const name = sql.identifier(index);
  const rowCondition =
    where && sql`AND EXISTS (SELECT 1 FROM ${key.table} WHERE ${key} = ${name}.rowid AND ${where})`;
  return keysOf(
    sql`SELECT rowid AS key FROM ${name} WHERE ${name} MATCH ${query} ${rowCondition} ORDER BY rowid DESC`,
    limit,
  );
}

const keysOf = (query: SQL, limit = MAX_RESULTS): RowKeys =>
  db.values<[number]>(sql`${query} LIMIT ${limit}`).map(([key]) => key);

export const isLongEnough = (typed: string) => [...typed].length >= MIN_QUERY_LENGTH;

export const indexNote = (key: Column, typed: string, keys: RowKeys) =>
  truncatedNote(keys) ??
  (isLongEnough(typed) ? undefined : newestOnly(key, "Searches of fewer than three letters"));

/** The same for a search without an index; `exact` names what covers all rows. */
export const scanNote = (key: Column, keys: RowKeys, exact = "exact matches") =>
  truncatedNote(keys) ?? newestOnly(key, "Partial matches", `; ${exact} cover everything`);

const truncatedNote = (keys: RowKeys) =>
  keys.length === MAX_RESULTS
    ? `Only the newest ${formatNumber(MAX_RESULTS)} matches are shown. Use a longer word to narrow the search.`
    : undefined;

export function newestOnly(key: Column, what: string, rest = "") {
  const newest = db.get<{ key: number | null }>(sql`SELECT max(${key}) AS key FROM ${key.table}`);
  if ((newest.key ?? 0) <= SCAN_LIMIT) return undefined;
  return `${what} cover only the newest ${formatNumber(SCAN_LIMIT)}${rest}.`;
}
