import { sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db/connection.server";
import { prepared } from "db/prepared.server";

/** Inserts rows through a statement that is prepared once. Call it inside a transaction. */
export function prepareInsert<Table extends SQLiteTable, Name extends keyof Table["$inferInsert"]>(
  table: Table,
  ...names: Name[]
) {
  const values = Object.fromEntries(names.map((name) => [name, sql.placeholder(String(name))]));
  const statement = prepared(() =>
    db
      .insert(table)
      .values(values as Table["$inferInsert"])
      .prepare(),
  );
  return (row: Required<Pick<Table["$inferInsert"], Name>>) => void statement().run(row);
}

/** Numbers for IN as a single parameter, because SQLite limits their number. */
export const jsonValues = (numbers: number[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify(numbers)}))`;

export const emailEquals = (column: SQLiteColumn, email: string) =>
  sql`${column} = ${email} COLLATE NOCASE`;
