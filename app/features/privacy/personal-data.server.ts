import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import { db, type Reader } from "db/client.server";
import { admins, messages, orders, outbox, sessions, tickets } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { withoutHash } from "~/features/admins/admin.types";
import { seal } from "~/lib/ids.server";
import { holdsPlaces } from "~/features/orders/order.rules";
import { withLines, type Order } from "~/features/orders/orders.server";
import { isAddress, valuesOf } from "~/lib/sql.server";
import { linkSecret } from "~/lib/secrets.server";
import { isOver } from "~/lib/time-zone.server";

/** Everything stored under an e-mail address, ignoring case. Instants in UTC milliseconds. */
export type Person = ReturnType<typeof storedAbout>;

/** Throws `forbidden`. */
export function findPerson(actor: Actor, email: string): Person {
  allow(actor, "privacy.manage");
  return storedAbout(email);
}

/** The same after the permission check, also inside a transaction. */
export function storedAbout(email: string, reader: Reader = db) {
  const now = Date.now();
  const found = ordersOf(email, reader);
  const bySeq = ticketsOf(found, reader);
  const booked = found.map((order) => ({
    ...order,
    tickets: bySeq.get(order.seq) ?? [],
    /** The visit is still ahead, so the order cannot be erased. */
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
 * A person's alias in the audit log: only someone with the address and this zoo's keys can tell that two rows are
 * about the same person.
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

/** Mails to the address, and mails about its orders that went to an earlier one. */
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

/** A staff account, which is deleted on the admins screen. */
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
