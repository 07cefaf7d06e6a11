import { setImmediate as breathe } from "node:timers/promises";
import { and, gt, lte, ne, or, sql } from "drizzle-orm";
import { db, sqlite } from "db/client.server";
import { messages, orders } from "db/schema";
import { record } from "~/features/audit/record-audit.server";
import { addDays } from "~/lib/dates";
import { indexOrderWords } from "~/features/orders/order-search.server";
import { newestOrder } from "~/features/orders/orders.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { dayStart, zooDay } from "~/lib/time-zone.server";
import { isErased, leapOfClock, markErased } from "./retention-state.server";
import { eraseContacts, type Erased } from "./anonymize.server";
import { contactDays, lastDayToErase } from "./retention.server";

/** Orders checked per turn: some ten milliseconds when all of them are to be erased. */
const BATCH = 500;

let running: Promise<void> | undefined;
let complainedOn: string | undefined;

/**
 * Once a day, and when owners change how long contacts are kept: erases the contact data of old orders and
 * deletes old messages, in batches with turns for other work in between. A run that erased something leaves one
 * audit row; an interrupted run starts again at the next upkeep. A clock that is not trusted erases nothing: that
 * throws once a day.
 */
export function eraseOldWhenDue(now = Date.now()) {
  const today = zooDay(now);
  const day = lastDayToErase(contactDays(), now);
  if (running || isErased(day, today)) return running;
  const since = leapOfClock(now);
  if (since !== null) return complain(since, today);
  running = eraseUpTo(day, today).finally(() => (running = undefined));
  return running;
}

function complain(since: string, today: string) {
  if (complainedOn === today) return undefined;
  complainedOn = today;
  throw new Error(
    `No contacts are erased: it is ${today}, and nobody has done anything since ${since}`,
  );
}

async function eraseUpTo(day: string, today: string) {
  const erased: Erased = { orders: 0, messages: 0, emails: 0 };
  try {
    for (let from = 0, to = newestOrder(); from < to && sqlite.open; from += BATCH) {
      if (from > 0) await breathe();
      const batch = eraseOrders(day, from);
      erased.orders += batch.orders;
      erased.emails += batch.emails;
    }
    while (sqlite.open) {
      const gone = deleteMessages(day);
      erased.messages += gone;
      if (gone < BATCH) break;
      await breathe();
    }
  } finally {
    if (sqlite.open) noteDown(erased);
  }
  if (sqlite.open) markErased(day, today);
}

/** No lock when there is nothing to erase, as on nearly every day for nearly every batch. */
function eraseOrders(day: string, from: number) {
  const due = and(
    gt(orders.seq, from),
    lte(orders.seq, from + BATCH),
    lte(sql`+${orders.visitDate}`, day), // by number: no other index is of use here
    or(ne(orders.contactEmail, ""), ne(orders.contactName, ""), ne(orders.contactPhone, "")),
  );
  const seqs = db.select({ seq: orders.seq }).from(orders).where(due).all();
  if (seqs.length === 0) return { orders: 0, emails: 0 };
  const erased = inTransaction((tx) =>
    eraseContacts(
      tx,
      seqs.map(({ seq }) => seq),
    ),
  );
  indexOrderWords(BATCH); // otherwise all of them would be indexed in one turn
  return erased;
}

/** Messages that came on the day or before it, the oldest first. Their numbers rise with time. */
function deleteMessages(day: string) {
  const oldest = sql`SELECT seq, created_at FROM messages ORDER BY seq LIMIT ${BATCH}`;
  const due = sql`SELECT seq FROM (${oldest}) WHERE created_at < ${dayStart(addDays(day, 1))}`;
  const isAny = db.get(sql`${due} LIMIT 1`) !== undefined;
  if (!isAny) return 0;
  const these = sql`${messages.seq} IN (${due})`;
  return inTransaction((tx) => tx.delete(messages).where(these).run().changes, "nothing");
}

function noteDown(erased: Erased) {
  if (Object.values(erased).every((count) => count === 0)) return;
  inTransaction((tx) =>
    record(tx, "site", { action: "privacy.expire", target: "privacy", after: erased }),
  );
}
