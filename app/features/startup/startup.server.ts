// First of all, before the import that opens the database: a setting that is refused leaves no file and upgrades none.
import { sendsMail, settings } from "~/env.server";
import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { cannotOpen, PROGRAM, sqlite, takesWrites, type Tx } from "db/client.server";
import demoAnimals from "db/demo/animals.json";
import { reasonOf } from "db/not-written.server";
import { say } from "db/say.server";
import { admins, animals } from "db/schema";
import { writtenSoFar } from "db/transaction.server";
import { hashPasswordNow } from "~/features/auth/passwords.server";
import { searchTextOf } from "~/features/animals/animal-search";
import { HOUR_MS } from "~/lib/dates";
import { newId } from "~/lib/ids.server";
import { openOutbox } from "~/features/mail/delivery.server";
import { operatingFigures } from "~/features/maintenance/metrics-snapshot.server";
import { nextLapse } from "~/features/orders/expire-orders.server";
import { recalculateCashHolds } from "~/features/reports/recompute-sales.server";
import { linkSecret, sessionSecret } from "~/lib/secrets.server";
import { inTransaction, whenNotWritten } from "~/lib/write-transaction.server";
import { startUpkeep, type OnFault, type OnNews } from "~/features/maintenance/jobs.server";
import { nextClockChange } from "~/lib/time-zone.server";
import { addDemoPast } from "./demo-seed.server";

const DEFAULT_OWNER = "owner@zooverse.example";

/**
 * Opens the zoo: prepares the database, starts the upkeep, and returns what a server needs: console lines,
 * settings, figures, and how to close. How a first owner signs in is told only once, and before this returns.
 */
export function openZoo(onFault: OnFault = () => {}, onNews: OnNews = () => {}, tell = say) {
  const lines = prepared(tell);
  whenNotWritten(onFault);
  const stopUpkeep = startUpkeep(onFault, onNews);

  return {
    lines: [...lines, ...mailWarning()],
    settings: {
      port: settings.PORT,
      host: settings.HOST,
      trustProxy: settings.TRUST_PROXY,
      publicUrl: settings.PUBLIC_URL,
      metricsToken: settings.METRICS_TOKEN,
    },
    figures: operatingFigures,
    written: writtenSoFar,
    nextClockChange,
    nextLapse,
    close() {
      stopUpkeep();
      // After a disk failure the log stays as it is: only the next start can judge what is in it.
      if (!takesWrites()) return;
      try {
        sqlite.pragma("wal_checkpoint(TRUNCATE)");
      } catch (error) {
        // For example on a full disk. Nothing is lost: the next start reads the log as well.
        onFault("The write-ahead log is kept until the next start", error);
      }
      sqlite.close();
    },
  };
}

/** Only the owner can know the site's address: a request may name any host. */
function mailWarning() {
  if (!sendsMail() || settings.PUBLIC_URL) return [];
  return [
    `E-mails link to http://localhost:${settings.PORT}: set PUBLIC_URL to the site's own address`,
    ...(settings.MAIL_FROM
      ? []
      : ["E-mails come from no-reply@localhost, which most mail servers refuse: set MAIL_FROM"]),
  ];
}

/** What must be there before the first visitor. Returns what later starts say; throws CannotOpen in one line. */
function prepared(tell: (line: string) => void) {
  let notWritten: unknown;
  whenNotWritten((_, error) => (notWritten = error));
  try {
    const { once, lines } = inTransaction(begun);
    // Nothing else knows the password now, and this start may still be stopped before the site is open.
    for (const line of once) tell(line);
    recalculateCashHolds();
    return lines;
  } catch (error) {
    const cause = notWritten ?? error;
    throw reasonOf(cause) ? cannotOpen(cause) : error;
  }
}

function begun(tx: Tx) {
  // Made now and not on first use, when a transaction that is rolled back would lose them.
  sessionSecret();
  linkSecret();
  openOutbox(tx, sendsMail());
  const isNew = isEmpty(tx, "admins") && isEmpty(tx, "animals");
  if (isNew && settings.DEMO_DATA !== "none") addDemoAnimals(tx);
  if (!isEmpty(tx, "admins")) return { once: [], lines: ["Staff sign in at /login", ...lost(tx)] };
  const ownerLines = addOwner(tx);
  const hasPast = isNew && settings.DEMO_DATA === "full";
  const past = hasPast ? addDemoPast(tx, settings.OWNER_PASSWORD) : [];
  return { once: [...ownerLines, ...past], lines: [] };
}

/** What helps where the first password was lost: as long as nobody is signed in and nothing was ever changed. */
function lost(tx: Tx) {
  if (!isEmpty(tx, "sessions") || !isEmpty(tx, "audit")) return [];
  const owner = tx
    .select({ email: admins.email })
    .from(admins)
    .where(eq(admins.role, "owner"))
    .orderBy(admins.createdAt)
    .get();
  return owner ? [`To set a new password: ${PROGRAM} reset-password ${owner.email}`] : [];
}

const isEmpty = (tx: Tx, table: "admins" | "animals" | "sessions" | "audit") =>
  tx.get(sql`SELECT 1 FROM ${sql.identifier(table)} LIMIT 1`) === undefined;

function addOwner(tx: Tx) {
  const email = settings.OWNER_EMAIL ?? DEFAULT_OWNER;
  const given = settings.OWNER_PASSWORD;
  const password = given ?? randomBytes(9).toString("base64url");
  const now = Date.now();
  tx.insert(admins)
    .values({
      id: newId(now),
      name: settings.OWNER_NAME,
      email,
      passwordHash: hashPasswordNow(password),
      role: "owner",
      createdAt: now,
      updatedAt: now,
    })
    .run();
  return [
    `The owner signs in at /login as ${email}`,
    given
      ? "with the password from OWNER_PASSWORD"
      : `with the password ${password} (shown only now)`,
  ];
}

/** Oldest first, so that the first of the list is the newest animal of the zoo. */
function addDemoAnimals(tx: Tx) {
  const now = Date.now();
  const rows = [...demoAnimals].reverse().map((animal, at) => {
    const { name, title, category, description } = animal;
    const createdAt = now - (demoAnimals.length - at) * HOUR_MS;
    const words = { name, title, category, description };
    const imageUrl = `/photos/${animal.id}.webp`;
    const searchText = searchTextOf(words);
    return {
      ...words,
      id: newId(createdAt),
      imageUrl,
      searchText,
      createdAt,
      updatedAt: createdAt,
    };
  });
  tx.insert(animals).values(rows).run();
}
