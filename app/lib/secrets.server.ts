import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { db } from "db/client.server";
import { secrets } from "db/schema";
import { settings } from "~/env.server";

/** Signs access tokens: from the environment, else made once and kept in the database. */
export const sessionSecret = () => settings.SESSION_SECRET ?? kept("session");

/** Seals the visitors' links. Always kept in the database, so that no change of settings breaks a link. */
export const linkSecret = () => kept("links");

const known = new Map<string, string>();

function kept(name: string) {
  const value = known.get(name) ?? readOrMake(name);
  known.set(name, value);
  return value;
}

function readOrMake(name: string): string {
  const find = () => db.select().from(secrets).where(eq(secrets.name, name)).get()?.value;
  const found = find(); // read first, so that it is found even while nothing can be written
  if (found) return found;
  const made = randomBytes(32).toString("base64url");
  db.insert(secrets).values({ name, value: made }).onConflictDoNothing().run();
  return find() ?? made;
}
