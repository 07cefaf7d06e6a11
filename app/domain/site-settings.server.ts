import { eq, sql } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { settings } from "db/schema";

/** What owners may set while the site runs, with what holds until they do. */
const DEFAULTS = {
  default_capacity: 500, // places per slot
  hold_hours: 24, // how long an unpaid UPI or card order keeps its places
  contact_days: 365, // how long after a visit it is known whose it was
};

type Name = keyof typeof DEFAULTS;

const settingCalled = db
  .select()
  .from(settings)
  .where(eq(settings.name, sql.placeholder("name")))
  .prepare();

export function siteSetting(name: Name): number {
  const kept = settingCalled.get({ name });
  return kept ? Number(kept.value) : DEFAULTS[name];
}

export function setSiteSetting(tx: Tx, name: Name, to: number) {
  const value = String(to);
  tx.insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}
