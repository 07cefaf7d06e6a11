import { getTableColumns, getTableName, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { sqlite } from "db/connection.server";
import { prepared } from "db/prepared.server";

/**
 * Inserts rows through a statement that is prepared once. Call it inside a transaction. Drizzle would search the values
 * of each row for placeholders, which takes a third of the insert's time.
 */
export function prepareInsert<Table extends SQLiteTable, Name extends keyof Table["$inferInsert"]>(
  table: Table,
  ...names: Name[]
) {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) =>
    names.includes(key as Name),
  );
  const listed = columns.map(([, { name }]) => `"${name}"`).join();
  const values = columns.map(() => "?").join();
  const statement = prepared(() =>
    sqlite.prepare(`INSERT INTO "${getTableName(table)}" (${listed}) VALUES (${values})`),
  );
  return (row: Required<Pick<Table["$inferInsert"], Name>>) =>
    void statement().run(columns.map(([key, column]) => column.mapToDriverValue(row[key as Name])));
}

/** Values for IN as a single parameter, because SQLite limits their number. */
export const jsonValues = (values: (number | string)[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

export const emailEquals = (column: SQLiteColumn, email: string) =>
  sql`${column} = ${email} COLLATE NOCASE`;
