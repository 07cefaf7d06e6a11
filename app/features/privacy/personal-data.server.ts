import { LRUCache } from "lru-cache";
import type { FormValues } from "~/lib/form-values";
import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import { db, type Reader } from "db/connection.server";
import {
  admins,
  messages,
  orders,
  outbox,
  passkeys,
  secondFactors,
  sessions,
  tickets,
  trustedDevices,
} from "db/schema";
import { recordExport } from "~/features/audit/record-export.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { toPublicAdmin } from "~/features/admins/admin.types";
import { groupOrderOf } from "~/features/groups/group-orders.server";
import { requestsOf } from "~/features/groups/requests.server";
import { notesOfOrder } from "~/features/order-notes/notes.server";
import { partyCodeOf } from "~/features/tickets/party-codes.server";
import { givenReference } from "~/features/transfers/bank-references.server";
import { hmac } from "~/lib/crypto.server";
import { isActive } from "~/features/orders/order-status";
import { withLines } from "~/features/orders/orders.server";
import type { Order } from "~/features/orders/order.types";
import { emailEquals, jsonValues } from "~/lib/sql.server";
import { linkSecret } from "~/lib/secrets.server";
import { hasSlotEnded } from "~/features/slots/slot-times.server";

/** Everything stored under an e-mail address, ignoring case. Instants in UTC milliseconds. */
export type Person = ReturnType<typeof collectPersonalData>;

/** Throws `forbidden`. */
export function findPerson(actor: Actor, email: string): Person {
  authorize(actor, "privacy.manage");
  return collectPersonalData(email);
}

/** The same to take out of the zoo, which the audit log says without the address. Throws `forbidden`, `busy`. */
export function exportPerson(actor: Actor, email: string): Person {
  authorize(actor, "privacy.manage");
  const person = collectPersonalData(email);
  const { orders, messages, mails } = person;
  const facts = { orders: orders.length, messages: messages.length, emails: mails.length };
  recordExport(actor, { what: "person", target: personPseudonym(email), facts });
  return person;
}

/** Without a permission check; also for use inside a transaction. */
export function collectPersonalData(email: string, reader: Reader = db) {
  const now = Date.now();
  const rows = ordersOf(email, reader);
  const bySeq = ticketsOf(rows, reader);
  const orderList = rows.map((order) => ({
    ...order,
    tickets: bySeq.get(order.seq) ?? [],
    partyCode: partyCodeOf(order.seq, reader),
    upiReference: givenReference(order.seq, reader)?.reference ?? "",
    notes: notesOfOrder(order.seq, reader),
    organisation: groupOrderOf(order.seq)?.organisation ?? "",
    isUpcoming: isActive(order.status) && !hasSlotEnded(order.visitDate, order.visitSlot, now),
  }));
  return {
    email,
    orders: orderList,
    messages: reader
      .select()
      .from(messages)
      .where(emailEquals(messages.email, email))
      .orderBy(desc(messages.seq))
      .all(),
    requests: requestsOf(email, reader),
    mails: mailsOf(email, orderList, reader),
    account: accountOf(email, reader),
  };
}

/** The audit target for a person: a keyed hash, which reveals no address. */
export const personPseudonym = (email: string) =>
  `person ${hmac(linkSecret(), `person ${email.toLowerCase()}`)}`;

const lookedUp = new LRUCache<string, string>({ max: 1_000 });

/** Stands for an address in URLs, which browsers and proxies log. */
export function personRef(email: string) {
  const ref = personPseudonym(email).replace("person ", "");
  lookedUp.set(ref, email);
  return ref;
}

/** The address that staff look for: typed, or behind a `personRef` of this process. Undefined for none. */
export const wantedEmail = ({ person, email }: FormValues) =>
  person === undefined ? email : (lookedUp.get(person) ?? "");

function ordersOf(email: string, reader: Reader) {
  const rows = reader
    .select()
    .from(orders)
    .where(emailEquals(orders.contactEmail, email))
    .orderBy(desc(orders.seq))
    .all();
  return withLines(rows);
}

function ticketsOf(orderList: Order[], reader: Reader) {
  const seqs = orderList.map(({ seq }) => seq);
  const rows = reader
    .select()
    .from(tickets)
    .where(sql`${tickets.orderSeq} IN ${jsonValues(seqs)}`)
    .orderBy(asc(tickets.issuedAt), asc(tickets.number))
    .all();
  return Map.groupBy(rows, ({ orderSeq }) => orderSeq);
}

function mailsOf(email: string, orderList: Order[], reader: Reader) {
  const seqs = orderList.map(({ seq }) => seq);
  const toAddress = reader
    .select({ id: outbox.id })
    .from(outbox)
    .where(emailEquals(outbox.recipient, email));
  const aboutOrders = reader
    .select({ id: outbox.id })
    .from(outbox)
    .where(sql`${outbox.orderSeq} IN ${jsonValues(seqs)}`);
  return reader
    .select()
    .from(outbox)
    .where(inArray(outbox.id, union(toAddress, aboutOrders)))
    .orderBy(desc(outbox.id))
    .all();
}

function accountOf(email: string, reader: Reader) {
  const rows = reader.select().from(admins).where(emailEquals(admins.email, email)).get();
  if (!rows) return null;
  const { userAgent, createdAt, lastSeenAt } = sessions;
  const devices = reader
    .select({ userAgent, createdAt, lastSeenAt })
    .from(sessions)
    .where(eq(sessions.adminId, rows.id))
    .all();
  const factor = reader
    .select({ since: secondFactors.createdAt })
    .from(secondFactors)
    .where(eq(secondFactors.adminId, rows.id))
    .get();
  const trusted = reader
    .select({
      userAgent: trustedDevices.userAgent,
      createdAt: trustedDevices.createdAt,
      expiresAt: trustedDevices.expiresAt,
    })
    .from(trustedDevices)
    .where(eq(trustedDevices.adminId, rows.id))
    .all();
  const keys = reader
    .select({
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.adminId, rows.id))
    .all();
  const secondFactorSince = factor?.since ?? null;
  return { ...toPublicAdmin(rows), devices, secondFactorSince, trusted, keys };
}
