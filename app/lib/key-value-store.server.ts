import { eq, sql } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { settings } from "db/schema";

const byName = db
  .select({ value: settings.value })
  .from(settings)
  .where(eq(settings.name, sql.placeholder("name")))
  .prepare();

/** The value stored under this name: a setting, or a background job's progress. */
export const storedValue = (name: string): string | undefined => byName.get({ name })?.value;

/** Stores a value under this name, in place of any earlier one. */
export function storeValue(tx: Tx, name: string, value: string) {
  tx.insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}
