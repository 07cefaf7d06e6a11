import { asc, count, desc, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db/client.server";
import type { Sort } from "./listing";

/** How many rows a list has on all its pages. */
export const countRows = (table: SQLiteTable, where: SQL | undefined) =>
  db.select({ rows: count() }).from(table).where(where).get()?.rows ?? 0;

/** A list's sort as SQL. Rows that it leaves equal come newest first, so that no page repeats one. */
export const inOrder = <Field extends string>(
  sort: Sort<Field>,
  columns: Record<Field, SQLWrapper>,
  newest: SQLWrapper,
) => [
  ...sort.map(({ field, descending }) => (descending ? desc : asc)(columns[field])),
  desc(newest),
];

/**
 * Adds rows to a table with these columns, by a statement that is made once. To be run inside a transaction,
 * which is the connection's and so this statement's too.
 */
export function inserting<Table extends SQLiteTable, Name extends keyof Table["$inferInsert"]>(
  table: Table,
  ...names: Name[]
) {
  const values = Object.fromEntries(names.map((name) => [name, sql.placeholder(String(name))]));
  const statement = db
    .insert(table)
    .values(values as Table["$inferInsert"])
    .prepare();
  return (row: Required<Pick<Table["$inferInsert"], Name>>) => void statement.run(row);
}
