import { and, sql, type Column, type SQL } from "drizzle-orm";
import { db } from "db/connection.server";
import { sortWithoutIndex } from "db/query-plans.server";
import { formatNumber } from "./intl";
import { jsonValues } from "./sql.server";
import { skipIfBusy } from "./write-transaction.server";

/** The cost of a search is bounded; notes tell the user when results are incomplete. */

/** The trigram index needs at least three letters. */
const MIN_QUERY_LENGTH = 3;

const SCAN_LIMIT = 5_000;

const MAX_RESULTS = 5_000;
export const NO_LIMIT = -1;

/** Whether each term is in one of the columns; never without terms. */
export function columnsContain(columns: Column[], terms: string[]): SQL {
  const text = sql.join(columns, sql` || char(10) || `);
  return terms.length > 0 ? sql`has_terms(${text}, ${terms.join(" ")})` : sql`0`;
}

/** The same for a text that is folded already; undefined without terms. */
export const foldedContains = (text: Column, terms: string[]) =>
  and(...terms.map((term) => sql`instr(${text}, ${term})`));

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

export const newestContain = (key: Column, columns: Column[], terms: string[]) =>
  sql`(${key} > (SELECT coalesce(max(${key}), 0) FROM ${key.table}) - ${SCAN_LIMIT}
       AND ${columnsContain(columns, terms)})`;

export const phrase = (typed: string) => `"${typed.replaceAll('"', '""')}"`;

export const allOf = (terms: string[]) => terms.map(phrase).join(" AND ");

/** A trigram FTS5 table of folded text, whose rowids are the keys. It is filled in the background. */
export type SearchIndex = {
  name: string;
  key: Column;
  columns: Column[];
  /** Indexes up to `limit` new rows and as many changed ones. Takes no lock when there is nothing to do. */
  update(limit: number): "more" | "done";
  isBehind(): boolean;
};

/** Rows indexed before a search; takes some milliseconds. */
const BATCH_SIZE = 1_000;

type Narrowing = { where?: SQL; scanWhere?: SQL; filter?: string };

/**
 * The newest rows with all terms. `where` narrows them, as does `filter` in the full-text query; `scanWhere` replaces
 * both where rows are read without the index: for short terms, and while it is behind.
 */
export function searchIndexed(
  index: SearchIndex,
  terms: string[],
  { where, scanWhere = where, filter = "" }: Narrowing,
): RowKeys {
  const { name, key, columns } = index;
  const { long, short } = byLength(terms);
  const scan = () => newestMatching(key, and(newestContain(key, columns, terms), scanWhere));
  if (long.length === 0) return scan();
  skipIfBusy(() => void index.update(BATCH_SIZE));
  const matches = withTerms(
    index,
    short,
    matchFts(name, key, `${filter}(${allOf(long)})`, { where }),
  );
  return index.isBehind() ? mergeFtsResults([matches, scan()]) : matches;
}

const withTerms = ({ key, columns }: SearchIndex, terms: string[], keys: RowKeys) =>
  terms.length > 0
    ? newestMatching(key, and(inFtsResult(key, keys), columnsContain(columns, terms)))
    : keys;

export const newestIndexed = (index: string) =>
  db.get<{ seq: number }>(
    sql`SELECT coalesce(max(id), 0) AS seq FROM ${sql.identifier(`${index}_docsize`)}`,
  ).seq;

export function matchFts(
  index: string,
  key: Column,
  query: string,
  { where, limit = MAX_RESULTS }: { where?: SQL; limit?: number },
): RowKeys {
  if (query.includes("\0")) return []; // which ends a query
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

/** Only the long ones are in a trigram index. */
export const byLength = (terms: string[]) => ({
  long: terms.filter(isLong),
  short: terms.filter((term) => !isLong(term)),
});

const isLong = (term: string) => [...term].length >= MIN_QUERY_LENGTH;

export const indexNote = ({ key, isBehind }: SearchIndex, terms: string[], keys: RowKeys) =>
  truncatedNote(keys) ??
  (isBehind() ? newestOnly(key, "Until the index is filled, searches") : undefined) ??
  (terms.some(isLong) ? undefined : newestOnly(key, "Searches of fewer than three letters"));

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
