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

/** What a mail stores when it is queued; everything else is read when it is sent. */
export type Payload = Partial<Visit> & { order?: string; from?: Visit; wasPaid?: boolean };

let notifyListener = () => {};

/** Sets the one listener, the sender, to be called soon after mails were queued. */
export function onMailQueued(listener: () => void) {
  notifyListener = listener;
}

const WAKE_DELAY_MS = 50;

/** After the current transaction, when its answer is on the way: mail delays no visitor. */
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
 * Queues a mail about an order in the transaction that changes it, so that the mail exists exactly when the
 * change does. An order without an address gets none.
 */
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

/** The same for a moved visit; the mail says when it was before. */
export const enqueueRescheduled = (tx: Tx, { visitDate, visitSlot }: Visit, after: MailableOrder) =>
  enqueueMail(tx, "moved", after, { from: { visitDate, visitSlot } });

/**
 * Public. Queues a mail with the links of all bookings under an address. It does the same work whether there are
 * any or not, so that nobody learns from it who has booked; the sender finds out, or staff do.
 */
export function requestBookingLinks(email: string) {
  transaction((tx) => {
    const lastRequest = tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          sql`${outbox.kind} = 'links'`, // as it stands in the index
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

/** Without a mail server staff answer by hand, so they are notified where they look every day. */
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

/** Returns whether there are more. */
export function purgeOldMail(): "more" | "done" {
  const old = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(lt(outbox.createdAt, Date.now() - RETENTION_DAYS * DAY_MS))
    .limit(PURGE_BATCH_SIZE);
  const deleted = transaction((tx) => tx.delete(outbox).where(inArray(outbox.id, old)).run(), "none");
  return deleted.changes === PURGE_BATCH_SIZE ? "more" : "done";
}
