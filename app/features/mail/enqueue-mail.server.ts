import { and, count, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { outbox } from "db/schema";
import { prepared } from "db/prepared.server";
import { UNPAID_MAILS } from "db/query-plans.server";
import { DAY_MS, HOUR_MS } from "~/lib/dates";
import { createMessage } from "~/features/messages/messages.server";
import type { Order } from "~/features/orders/order.types";
import { prepareInsert, emailEquals } from "~/lib/sql.server";
import { isMailConfigured } from "~/env.server";
import { transaction } from "~/lib/write-transaction.server";
import {
  LINKS_COOLDOWN_MS,
  RESETS_COOLDOWN_MS,
  RETENTION_DAYS,
  UNPAID_MAIL_LIMITS,
  type AccountEvent,
  type MailKind,
  type OrderMail,
  type RequestMail,
} from "./mail.rules";
import type { Visit } from "~/features/slots/slot";

type MailableOrder = Visit & Pick<Order, "seq" | "id" | "contactEmail">;

/** Stored when the mail is queued. All other data is read when it is sent. */
export type Payload = Partial<Visit> & {
  order?: string;
  from?: Visit;
  wasPaid?: boolean;
  isLate?: boolean;
  /** The ids of refunds. */
  refunds?: number[];
  /** The id of a group's request. */
  request?: string;
  /** Of a staff account. */
  event?: AccountEvent;
};

let notifyListener = () => {};

export function onMailQueued(listener: () => void) {
  notifyListener = listener;
}

const WAKE_DELAY_MS = 50;

/** Delayed, so that mail does not slow down the current response. */
export function notifyWorker() {
  if (isNotifyPending) return;
  isNotifyPending = true;
  setTimeout(() => {
    isNotifyPending = false;
    notifyListener();
  }, WAKE_DELAY_MS).unref();
}

let isNotifyPending = false;

/**
 * Queues a mail in the transaction that changes the order, to be sent at once or from an instant on. No-op for an order
 * without an email address.
 */
export function enqueueMail(
  _: Tx,
  kind: OrderMail,
  order: MailableOrder,
  extra: Omit<Payload, "order"> = {},
  notBefore?: number,
) {
  const { visitDate, visitSlot } = order;
  const payload: Payload = { order: order.id, visitDate, visitSlot, ...extra };
  const delivery =
    kind === "booked" ? limitedDelivery(order.contactEmail) : { nextAttemptAt: notBefore };
  insertMail(kind, order.contactEmail, payload, order.seq, delivery);
}

/** Queues a mail about the request of a group. */
export const enqueueRequestMail = (_: Tx, kind: RequestMail, recipient: string, request: string) =>
  insertMail(kind, recipient, { request }, null);

/** Unsent mails of an order follow its corrected address; those that failed or came back are tried again. */
export function redirectMail(tx: Tx, { seq, contactEmail: recipient }: MailableOrder) {
  const ofOrder = (state: OutboxState) => and(eq(outbox.orderSeq, seq), eq(outbox.state, state));
  for (const state of ["waiting", "held"] as const)
    tx.update(outbox).set({ recipient }).where(ofOrder(state)).run();
  const again = {
    state: "waiting",
    attempts: 0,
    nextAttemptAt: Date.now(),
    lastError: "",
  } as const;
  for (const state of ["failed", "bounced"] as const)
    tx.update(outbox)
      .set({ recipient, ...again })
      .where(ofOrder(state))
      .run();
  notifyWorker();
}

type OutboxState = (typeof outbox.$inferSelect)["state"];

export const enqueueRescheduled = (tx: Tx, { visitDate, visitSlot }: Visit, after: MailableOrder) =>
  enqueueMail(tx, "moved", after, { from: { visitDate, visitSlot } });

/** Does not look up bookings, so that response times do not reveal whether the address has any. */
export function requestBookingLinks(email: string, mayBeSpam = false) {
  transaction((tx) => {
    const lastRequest = tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          sql`${outbox.kind} = 'links'`, // literal, to match the partial index
          emailEquals(outbox.recipient, email),
          gt(outbox.createdAt, Date.now() - LINKS_COOLDOWN_MS),
        ),
      )
      .get();
    if (lastRequest) return;
    insertMail("links", email, {}, null);
    if (!isMailConfigured()) createMessage(tx, { ...MANUAL_REQUEST, email }, { mayBeSpam });
  }, "none");
}

/** Tells a member of staff of a change of their account, at the address that it has or had. */
export const enqueueAccountMail = (_: Tx, event: AccountEvent, email: string) =>
  insertMail("account", email, { event }, null);

/** Does not look up accounts, so that response times do not reveal whether the address has one. */
export function requestPasswordReset(email: string) {
  transaction((tx) => {
    const lastRequest = tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          sql`${outbox.kind} = 'reset'`, // literal, to match the partial index
          emailEquals(outbox.recipient, email),
          gt(outbox.createdAt, Date.now() - RESETS_COOLDOWN_MS),
        ),
      )
      .get();
    if (!lastRequest) insertMail("reset", email, {}, null);
  }, "none");
}

const MANUAL_REQUEST = {
  name: "A visitor",
  subject: "Lost booking link",
  body: "Please send the links of the bookings under this address. (Asked for on Find my booking; no mail server is set up, so nothing was sent.)",
};

type Delivery = Pick<typeof outbox.$inferSelect, "state" | "lastError" | "nextAttemptAt">;

function insertMail(
  kind: MailKind,
  recipient: string,
  payload: Payload,
  orderSeq: number | null,
  delivery: Partial<Delivery> = {},
) {
  if (recipient === "") return;
  const createdAt = Date.now();
  const { state = "waiting", lastError = "", nextAttemptAt = createdAt } = delivery;
  insertRow({ kind, recipient, payload, orderSeq, createdAt, nextAttemptAt, state, lastError });
  notifyWorker();
}

/** Holds back one mail too many to an address, and spreads too many in all over the next hours. */
function limitedDelivery(recipient: string): Partial<Delivery> {
  const { recipientPerHour, recipientPerDay, allPerHour } = UNPAID_MAIL_LIMITS;
  const now = Date.now();
  const since = { day: now - DAY_MS, hour: now - HOUR_MS };
  const { day = 0, hour = 0 } = sentToRecipient().get({ recipient, ...since }) ?? {};
  if (hour >= recipientPerHour || day >= recipientPerDay) {
    const limit = `${recipientPerHour} emails an hour and ${recipientPerDay} a day`;
    return {
      state: "held",
      lastError: `Held back: one address gets at most ${limit} about unpaid bookings`,
    };
  }
  const times = unpaidTimes();
  const nextAttemptAt = Math.max(now, (times[allPerHour - 1] ?? 0) + HOUR_MS);
  times.unshift(nextAttemptAt);
  times.length = Math.min(times.length, allPerHour);
  if (nextAttemptAt === now) return {};
  return {
    nextAttemptAt,
    lastError: `Sent later: at most ${allPerHour} an hour about unpaid bookings`,
  };
}

const sentToRecipient = prepared(() =>
  db
    .select({
      day: count(),
      hour: sql<number>`count(*) FILTER (WHERE created_at > ${sql.placeholder("hour")})`,
    })
    .from(outbox)
    .where(
      // Literals, to match the partial index.
      sql`kind = 'booked' AND recipient = ${sql.placeholder("recipient")} COLLATE NOCASE
        AND created_at > ${sql.placeholder("day")} AND state <> 'held'`,
    )
    .prepare(),
);

/** When the newest mails about unpaid orders are sent, newest first. Read once: a query for each order takes 20 µs. */
const unpaidTimes = prepared(() =>
  db
    .select({ nextAttemptAt: sql<number>`next_attempt_at` })
    .from(UNPAID_MAILS)
    .where(sql`kind = 'booked' AND state <> 'held'`)
    .orderBy(sql`id DESC`)
    .limit(UNPAID_MAIL_LIMITS.allPerHour)
    .all()
    .map(({ nextAttemptAt }) => nextAttemptAt),
);

const insertRow = prepareInsert(
  outbox,
  "kind",
  "recipient",
  "payload",
  "orderSeq",
  "createdAt",
  "nextAttemptAt",
  "state",
  "lastError",
);

const PURGE_BATCH_SIZE = 200;

export function purgeOldMail(): "more" | "done" {
  const old = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(lt(outbox.createdAt, Date.now() - RETENTION_DAYS * DAY_MS))
    .limit(PURGE_BATCH_SIZE);
  const deleted = transaction(
    (tx) => tx.delete(outbox).where(inArray(outbox.id, old)).run(),
    "none",
  );
  return deleted.changes === PURGE_BATCH_SIZE ? "more" : "done";
}
