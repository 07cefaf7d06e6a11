import { getTableColumns, getTableName, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { sqlite } from "db/connection.server";
import { prepared } from "db/prepared.server";

/**
 * Inserts rows through a statement that is prepared once, and answers their ids. Call it inside a transaction. Drizzle
 * would search the values of each row for placeholders, which takes a third of the insert's time.
 */
export function prepareInsert<Table extends SQLiteTable, Name extends keyof Table["$inferInsert"]>(
  table: Table,
  ...names: Name[]
) {
  const columns = columnsOf(table, names);
  const listed = columns.map(([, { name }]) => `"${name}"`).join();
  const values = columns.map(() => "?").join();
  const statement = prepared(() =>
    sqlite.prepare(`INSERT INTO "${getTableName(table)}" (${listed}) VALUES (${values})`),
  );
  return (row: Required<Pick<Table["$inferInsert"], Name>>) =>
    Number(statement().run(driverValues(columns, row)).lastInsertRowid);
}

/** Updates a row, found by its key, in the same way: Drizzle takes longer to build an update than SQLite to make it. */
export function prepareUpdate<
  Table extends SQLiteTable,
  Key extends keyof Table["$inferSelect"],
  Name extends keyof Table["$inferSelect"],
>(table: Table, key: Key, ...names: Name[]) {
  const columns = columnsOf(table, names);
  const changes = columns.map(([, { name }]) => `"${name}" = ?`).join();
  const [where] = columnsOf(table, [key]);
  const statement = prepared(() =>
    sqlite.prepare(`UPDATE "${getTableName(table)}" SET ${changes} WHERE "${where?.[1].name}" = ?`),
  );
  return (id: Table["$inferSelect"][Key], row: Pick<Table["$inferSelect"], Name>) =>
    void statement().run(...driverValues(columns, row), id);
}

type Columns = [key: string, column: SQLiteColumn][];

const columnsOf = (table: SQLiteTable, names: PropertyKey[]): Columns =>
  Object.entries(getTableColumns(table)).filter(([key]) => names.includes(key));

const driverValues = (columns: Columns, row: Record<string, unknown>) =>
  columns.map(([key, column]) => column.mapToDriverValue(row[key]));

/**
 * A placeholder that a column is compared with in a sorted query. With a bare one SQLite would plan the query again for
 * each value, which takes longer than to run it.
 */
export const plannedOnce = (name: string) => sql`+${sql.placeholder(name)}`;

/** Values for IN as a single parameter, because SQLite limits their number. */
export const jsonValues = (values: (number | string)[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

export const emailEquals = (column: SQLiteColumn, email: string) =>
  sql`${column} = ${email} COLLATE NOCASE`;
