import { eq, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { settings } from "db/schema";

const selectByName = prepared(() =>
  db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, sql.placeholder("name")))
    .prepare(),
);

export const getValue = (name: string): string | undefined => selectByName().get({ name })?.value;

export function setValue(tx: Tx, name: string, value: string) {
  tx.insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}

/** A value that is stored as JSON; parsed again only when the stored text is another one. */
export function storedObject<Value extends object>(name: string, defaults: Value) {
  let last: { text: string | undefined; value: Value } = { text: undefined, value: defaults };
  return () => {
    const text = getValue(name);
    if (text !== last.text)
      last = { text, value: { ...defaults, ...(JSON.parse(text ?? "{}") as Partial<Value>) } };
    return last.value;
  };
}
