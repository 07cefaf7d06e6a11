import { asc, count, desc, type SQL, type SQLWrapper } from "drizzle-orm";
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
