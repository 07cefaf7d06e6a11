import { and, gt, inArray, lt, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { outbox } from "db/schema";
import { DAY_MS } from "~/lib/dates";
import { createMessage } from "~/features/messages/messages.server";
import type { Visit } from "~/features/orders/slots";
import type { Order } from "~/features/orders/order.types";
import { prepareInsert, emailEquals } from "~/lib/sql.server";
import { isMailConfigured } from "~/env.server";
import { transaction } from "~/lib/write-transaction.server";
import { RETENTION_DAYS, LINKS_COOLDOWN_MS, type MailKind, type OrderMail } from "./mail.rules";

type MailableOrder = Visit & Pick<Order, "seq" | "id" | "contactEmail">;

/** Stored when the mail is queued. All other data is read when it is sent. */
export type Payload = Partial<Visit> & { order?: string; from?: Visit; wasPaid?: boolean };

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

/** Queues a mail in the transaction that changes the order. No-op for an order without an email address. */
export function enqueueMail(
  _: Tx,
  kind: OrderMail,
  order: MailableOrder,
  extra: Omit<Payload, "order"> = {},
) {
  const { visitDate, visitSlot } = order;
  const payload: Payload = { order: order.id, visitDate, visitSlot, ...extra };
  insertMail(kind, order.contactEmail, payload, order.seq);
}

export const enqueueRescheduled = (tx: Tx, { visitDate, visitSlot }: Visit, after: MailableOrder) =>
  enqueueMail(tx, "moved", after, { from: { visitDate, visitSlot } });

/** Does not look up bookings, so that response times do not reveal whether the address has any. */
export function requestBookingLinks(email: string) {
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
    if (!isMailConfigured()) createMessage(tx, { ...MANUAL_REQUEST, email });
  }, "none");
}

const MANUAL_REQUEST = {
  name: "A visitor",
  subject: "Lost booking link",
  body: "Please send the links of the bookings under this address. (Asked for on Find my booking; no mail server is set up, so nothing was sent.)",
};

function insertMail(kind: MailKind, recipient: string, payload: Payload, orderSeq: number | null) {
  if (recipient === "") return;
  const createdAt = Date.now();
  insertRow({ kind, recipient, payload, orderSeq, createdAt, nextAttemptAt: createdAt });
  notifyWorker();
}

const insertRow = prepareInsert(
  outbox,
  "kind",
  "recipient",
  "payload",
  "orderSeq",
  "createdAt",
  "nextAttemptAt",
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
