import { sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db/client.server";

/**
 * Inserts rows with these columns through a statement prepared once. Call it inside a transaction, which is the
 * connection's and so includes this statement.
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

/** Numbers for IN as a single parameter, because SQLite limits how many there may be. */
export const valuesOf = (numbers: number[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify(numbers)}))`;

/** True where a column holds this e-mail address, ignoring case: people do not remember how they wrote it. */
export const isAddress = (column: SQLiteColumn, email: string) =>
  sql`${column} = ${email} COLLATE NOCASE`;
