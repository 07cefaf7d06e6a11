import { sql, type Column, type SQL } from "drizzle-orm";
import { containing } from "./listing";

/** True where one of the columns contains what was typed, in either case; every character is itself. */
export function anyContains(columns: Column[], typed: string): SQL | undefined {
  if (typed === "") return undefined;
  if (typed.includes("\0")) return sql`0`; // LIKE stops reading there, and nobody is called so
  const hits = columns.map((column) => sql`${column} LIKE ${containing(typed)} ESCAPE '\\'`);
  return sql`(${sql.join(hits, sql` OR `)})`;
}
