import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { db } from "db/connection.server";
import { secrets } from "db/schema";
import { env } from "~/env.server";

/** Signs access tokens. From the environment, else generated and stored in the database. */
export const sessionSecret = () => env.SESSION_SECRET ?? getSecret("session");

/** Signs visitor links. Always stored in the database, so that configuration changes do not break links. */
export const linkSecret = () => getSecret("links");

const cache = new Map<string, string>();

function getSecret(name: string) {
  const value = cache.get(name) ?? getOrCreate(name);
  cache.set(name, value);
  return value;
}

function getOrCreate(name: string): string {
  const find = () => db.select().from(secrets).where(eq(secrets.name, name)).get()?.value;
  const existing = find(); // read first, which also works while the database is read-only
  if (existing) return existing;
  const created = randomBytes(32).toString("base64url");
  db.insert(secrets).values({ name, value: created }).onConflictDoNothing().run();
  return find() ?? created;
}
