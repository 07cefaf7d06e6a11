import { eq, sql } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { settings } from "db/schema";

const byName = db
  .select({ value: settings.value })
  .from(settings)
  .where(eq(settings.name, sql.placeholder("name")))
  .prepare();

/** What stands under this name: something that was set, or how far the site has got with work of its own. */
export const noted = (name: string): string | undefined => byName.get({ name })?.value;

/** Puts it there, in place of what stood there before. */
export function note(tx: Tx, name: string, value: string) {
  tx.insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}
