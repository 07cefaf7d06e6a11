import { and, count, desc, eq, gt, isNull, lt, sql, type SQL } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { groupRequests, outbox } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { enqueueRequestMail } from "~/features/mail/enqueue-mail.server";
import { assertDateNotPast } from "~/features/orders/visit-rules.server";
import { zooProfile } from "~/features/zoo/zoo-profile.server";
import { HOUR_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { createId } from "~/lib/ids.server";
import { emailEquals, jsonValues } from "~/lib/sql.server";
import { transaction } from "~/lib/write-transaction.server";
import type { NewRequest } from "./group.schema";

/** What schools ask for on the public site. Staff make an order of it, or decline it. */

export type GroupRequest = typeof groupRequests.$inferSelect;

/** Of mails about requests, which anybody can send for any address. */
const MAILS_PER_HOUR = { school: 1, schools: 60, zoo: 20 };

type Arrival = { id?: string | undefined; mayBeSpam?: boolean };

/**
 * Stores a request, with a mail to the school and one to the zoo. `id` comes from the form, so that sending it twice
 * stores one. Throws `invalid` for a past day.
 */
export function askForGroup(asked: NewRequest, { id, mayBeSpam = false }: Arrival = {}) {
  const now = Date.now();
  for (const { day } of asked.days) assertDateNotPast(day, now);
  return transaction((tx) => {
    const earlier = id ? findById(id, tx) : undefined;
    if (earlier) return earlier;
    const request = tx
      .insert(groupRequests)
      .values({ ...asked, id: id ?? createId(now), mayBeSpam, createdAt: now })
      .returning()
      .get();
    if (mayBeSpam) return request;
    if (sentLately(tx, "groupAsked") < MAILS_PER_HOUR.schools)
      sendLimited(tx, "groupAsked", request.email, request, MAILS_PER_HOUR.school);
    sendLimited(tx, "groupToAnswer", zooProfile().email, request, MAILS_PER_HOUR.zoo);
    return request;
  }, "none");
}

type Kind = "groupAsked" | "groupToAnswer";

/** What is too much for an address is not sent; the request is in the list all the same. */
function sendLimited(tx: Tx, kind: Kind, recipient: string, { id }: GroupRequest, limit: number) {
  const toIt = and(isNull(outbox.orderSeq), emailEquals(outbox.recipient, recipient));
  if (sentLately(tx, kind, toIt) < limit) enqueueRequestMail(tx, kind, recipient, id);
}

/** How many mails of a kind were queued in the last hour, in all or of some. */
const sentLately = (tx: Tx, kind: Kind, which?: SQL) =>
  tx
    .select({ mails: count() })
    .from(outbox)
    .where(and(which, gt(outbox.createdAt, Date.now() - HOUR_MS), eq(outbox.kind, kind)))
    .get()?.mails ?? 0;

export const hasRequest = (id: string | undefined) =>
  id !== undefined && findById(id) !== undefined;

export const findById = (id: string, reader: Reader = db): GroupRequest | undefined =>
  reader.select().from(groupRequests).where(eq(groupRequests.id, id)).get();

const MOST_LISTED = 100;

/** Those that nobody has answered, newest first, and those marked as spam last. Throws `forbidden`. */
export function waitingRequests(actor: Actor): GroupRequest[] {
  authorize(actor, "orders.read");
  return db
    .select()
    .from(groupRequests)
    .where(sql`state = 'new'`) // literal, to match the partial index
    .orderBy(groupRequests.mayBeSpam, desc(groupRequests.seq))
    .limit(MOST_LISTED)
    .all();
}

/** Throws `forbidden`, `not_found`, and `conflict` for one that has been answered. */
export function findWaiting(actor: Actor, id: string, reader: Reader = db): GroupRequest {
  authorize(actor, "orders.read");
  const request = findById(id, reader);
  if (!request) throw new DomainError("not_found", "There is no such request");
  if (request.state !== "new")
    throw new DomainError(
      "conflict",
      `The request of ${request.organisation} has been answered already`,
    );
  return request;
}

/** The order that a request has become. */
export function linkRequest(tx: Tx, by: Staff, id: string, order: { seq: number; id: string }) {
  findWaiting(by, id, tx);
  tx.update(groupRequests)
    .set({ state: "draft", orderSeq: order.seq })
    .where(eq(groupRequests.id, id))
    .run();
  recordAudit(tx, by, {
    action: "group.accept",
    target: `request ${id}`,
    after: { order: order.id },
  });
}

/** Says no, with a text that the school gets by mail. Throws as `findWaiting`. */
export function declineRequest(actor: Actor, id: string, { answer }: { answer: string }) {
  authorize(actor, "orders.update");
  transaction((tx) => {
    const earlier = findById(id, tx);
    if (earlier?.state === "declined" && earlier.answer === answer) return;
    const { email } = findWaiting(actor, id, tx);
    tx.update(groupRequests)
      .set({ state: "declined", answer })
      .where(eq(groupRequests.id, id))
      .run();
    recordAudit(tx, actor, { action: "group.decline", target: `request ${id}` });
    enqueueRequestMail(tx, "groupDeclined", email, id);
  }, "none");
}

/** Everything that was asked for under an address. */
export const requestsOf = (email: string, reader: Reader = db): GroupRequest[] =>
  reader
    .select()
    .from(groupRequests)
    .where(emailEquals(groupRequests.email, email))
    .orderBy(desc(groupRequests.seq))
    .all();

export const eraseRequestsOf = (tx: Tx, email: string) =>
  tx.delete(groupRequests).where(emailEquals(groupRequests.email, email)).run().changes;

/** Of the orders whose contact data is erased. */
export const eraseRequestsOfOrders = (tx: Tx, seqs: number[]) =>
  tx
    .delete(groupRequests)
    .where(sql`${groupRequests.orderSeq} IN ${jsonValues(seqs)}`)
    .run();

/** Deletes up to `limit` of those that came before an instant. Returns the count. */
export function deleteOldRequests(before: number, limit: number): number {
  const old = db
    .select({ seq: groupRequests.seq })
    .from(groupRequests)
    .where(lt(groupRequests.createdAt, before))
    .limit(limit);
  if (!old.get()) return 0;
  return transaction(
    (tx) =>
      tx
        .delete(groupRequests)
        .where(sql`${groupRequests.seq} IN (${old})`)
        .run().changes,
    "none",
  );
}
