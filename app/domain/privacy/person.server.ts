import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import { db, type Reader } from "db/client.server";
import { admins, messages, orders, outbox, sessions, tickets } from "db/schema";
import { allow, type Actor } from "../access";
import { withoutHash } from "../admin/admin.view";
import { seal } from "../codes.server";
import { holdsPlaces } from "../order/order.rules";
import { withLines, type Order } from "../order/orders.server";
import { isAddress, valuesOf } from "../rows.server";
import { linkSecret } from "../secrets.server";
import { isOver } from "../zoo-time.server";

/** Everything that is stored under an e-mail address, in either case. Instants in UTC milliseconds. */
export type Person = ReturnType<typeof storedAbout>;

/** Throws `forbidden`. */
export function findPerson(actor: Actor, email: string): Person {
  allow(actor, "privacy.manage");
  return storedAbout(email);
}

/** The same for whoever has been let in, also within a change. */
export function storedAbout(email: string, reader: Reader = db) {
  const now = Date.now();
  const found = ordersOf(email, reader);
  const bySeq = ticketsOf(found, reader);
  const booked = found.map((order) => ({
    ...order,
    tickets: bySeq.get(order.seq) ?? [],
    /** Its visitor is still to come, so it cannot be erased. */
    isAhead: holdsPlaces(order.status) && !isOver(order.visitDate, order.visitSlot, now),
  }));
  return {
    email,
    orders: booked,
    messages: reader
      .select()
      .from(messages)
      .where(isAddress(messages.email, email))
      .orderBy(desc(messages.seq))
      .all(),
    mails: mailsOf(email, booked, reader),
    account: accountOf(email, reader),
  };
}

/**
 * What stands in the audit log for a person: only whoever has the address, and the keys of this zoo, can
 * tell that two rows are about the same one.
 */
export const personTarget = (email: string) =>
  `person ${seal(linkSecret(), `person ${email.toLowerCase()}`)}`;

function ordersOf(email: string, reader: Reader) {
  const rows = reader
    .select()
    .from(orders)
    .where(isAddress(orders.contactEmail, email))
    .orderBy(desc(orders.seq))
    .all();
  return withLines(rows);
}

function ticketsOf(booked: Order[], reader: Reader) {
  const seqs = booked.map(({ seq }) => seq);
  const rows = reader
    .select()
    .from(tickets)
    .where(sql`${tickets.orderSeq} IN ${valuesOf(seqs)}`)
    .orderBy(asc(tickets.issuedAt), asc(tickets.number))
    .all();
  return Map.groupBy(rows, ({ orderSeq }) => orderSeq);
}

/** What went to the address, and what went out about its orders while they had another. */
function mailsOf(email: string, booked: Order[], reader: Reader) {
  const seqs = booked.map(({ seq }) => seq);
  const toThem = reader
    .select({ id: outbox.id })
    .from(outbox)
    .where(isAddress(outbox.recipient, email));
  const aboutTheirs = reader
    .select({ id: outbox.id })
    .from(outbox)
    .where(sql`${outbox.orderSeq} IN ${valuesOf(seqs)}`);
  return reader
    .select()
    .from(outbox)
    .where(inArray(outbox.id, union(toThem, aboutTheirs)))
    .orderBy(desc(outbox.id))
    .all();
}

/** Of a member of staff; it is deleted on the screen of the admins. */
function accountOf(email: string, reader: Reader) {
  const found = reader.select().from(admins).where(isAddress(admins.email, email)).get();
  if (!found) return null;
  const { userAgent, createdAt, lastSeenAt } = sessions;
  const devices = reader
    .select({ userAgent, createdAt, lastSeenAt })
    .from(sessions)
    .where(eq(sessions.adminId, found.id))
    .all();
  return { ...withoutHash(found), devices };
}
