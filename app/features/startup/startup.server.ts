import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { toOpenError, CLI_COMMAND, sqlite, type Tx } from "db/connection.server";
import { isWritable } from "db/read-only.server";
import { hasStandby } from "db/standby.server";
import { admins, animals } from "db/schema";
import { describeError } from "db/write-error.server";
import { isMailConfigured, env } from "~/env.server";
import { hashPasswordSync } from "~/features/auth/passwords.server";
import { demoAnimals } from "~/features/animals/demo-animals.server";
import { buildSearchText } from "~/features/animals/animal-search";
import { HOUR_MS } from "~/lib/dates";
import { createId } from "~/lib/ids.server";
import { refoldSearch } from "~/features/maintenance/refold-search.server";
import { initOutbox } from "~/features/mail/delivery.server";
import { recalculateCashHolds } from "~/features/reports/recompute-sales.server";
import { linkSecret, sessionSecret } from "~/lib/secrets.server";
import { transaction, onWriteError } from "~/lib/write-transaction.server";
import { seedDemoHistory } from "./demo-seed.server";

const DEFAULT_OWNER = "owner@zooverse.example";

export function closeDatabase(onError: (what: string, error: unknown) => void = () => {}) {
  // After a disk failure the log stays as it is: the next start decides what is in it.
  if (!isWritable()) return;
  try {
    if (!hasStandby()) sqlite.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    // For example on a full disk. Nothing is lost: the next start reads the log as well.
    onError("The write-ahead log is kept until the next start", error);
  }
  sqlite.close();
}

/** The site must know of a standby: for its privacy page, and because two processes must not empty the log. */
export const standbyWarnings = () =>
  !hasStandby() && !sqlite.memory && existsSync(join(dirname(sqlite.name), ".zoo.db-litestream"))
    ? ["Litestream copies this database: set REPLICA_RETENTION_DAYS (docs/standby.md)"]
    : [];

/** Mails need settings that no request can supply: a request may name any host. */
export function mailWarnings() {
  if (!isMailConfigured() || env.PUBLIC_URL) return [];
  return [
    `E-mails link to http://localhost:${env.PORT}: set PUBLIC_URL to the site's own address`,
    ...(env.MAIL_FROM
      ? []
      : ["E-mails come from no-reply@localhost, which most mail servers refuse: set MAIL_FROM"]),
  ];
}

/** Prints a first owner's password at once. Throws DatabaseOpenError when nothing can be written. */
export function prepareDatabase(print: (line: string) => void) {
  let writeError: unknown;
  onWriteError((_, error) => (writeError = error));
  try {
    const { firstStart, lines } = transaction(initialize);
    // Printed now: the password is stored nowhere else, and this start may yet fail.
    for (const line of firstStart) print(line);
    recalculateCashHolds();
    return lines;
  } catch (error) {
    const cause = writeError ?? error;
    throw describeError(cause) ? toOpenError(cause) : error;
  }
}

function initialize(tx: Tx) {
  // Created now, because a transaction that creates them at first use may be rolled back.
  sessionSecret();
  linkSecret();
  initOutbox(tx, isMailConfigured());
  refoldSearch(tx);
  const isNew = isEmpty(tx, "admins") && isEmpty(tx, "animals");
  if (isNew && env.DEMO_DATA !== "none") seedDemoAnimals(tx);
  if (!isEmpty(tx, "admins"))
    return { firstStart: [], lines: ["Staff sign in at /login", ...lostPasswordHint(tx)] };
  const ownerLines = seedOwner(tx);
  const hasHistory = isNew && env.DEMO_DATA === "full";
  const demoLines = hasHistory ? seedDemoHistory(tx, env.OWNER_PASSWORD) : [];
  return { firstStart: [...ownerLines, ...demoLines], lines: [] };
}

function lostPasswordHint(tx: Tx) {
  if (!isEmpty(tx, "sessions") || !isEmpty(tx, "audit")) return [];
  const owner = tx
    .select({ email: admins.email })
    .from(admins)
    .where(eq(admins.role, "owner"))
    .orderBy(admins.createdAt)
    .get();
  return owner ? [`To set a new password: ${CLI_COMMAND} reset-password ${owner.email}`] : [];
}

const isEmpty = (tx: Tx, table: "admins" | "animals" | "sessions" | "audit") =>
  tx.get(sql`SELECT 1 FROM ${sql.identifier(table)} LIMIT 1`) === undefined;

function seedOwner(tx: Tx) {
  const email = env.OWNER_EMAIL ?? DEFAULT_OWNER;
  const password = env.OWNER_PASSWORD ?? randomBytes(9).toString("base64url");
  const now = Date.now();
  tx.insert(admins)
    .values({
      id: createId(now),
      name: env.OWNER_NAME,
      email,
      passwordHash: hashPasswordSync(password),
      role: "owner",
      createdAt: now,
      updatedAt: now,
    })
    .run();
  return [
    `The owner signs in at /login as ${email}`,
    env.OWNER_PASSWORD
      ? "with the password from OWNER_PASSWORD"
      : `with the password ${password} (shown only now)`,
  ];
}

function seedDemoAnimals(tx: Tx) {
  const now = Date.now();
  const rows = [...demoAnimals().values()].reverse().map((values, index, all) => {
    const createdAt = now - (all.length - index) * HOUR_MS;
    const searchText = buildSearchText(values);
    return {
      ...values,
      id: createId(createdAt),
      searchText,
      createdAt,
      updatedAt: createdAt,
    };
  });
  tx.insert(animals).values(rows).run();
}
