import { and, gt, inArray, lt, sql } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { outbox } from "db/schema";
import { DAY_MS } from "~/lib/dates";
import { keepMessage } from "~/features/messages/messages.server";
import type { Visit } from "~/features/orders/order.rules";
import type { Order } from "~/features/orders/orders.server";
import { inserting, isAddress } from "~/lib/sql.server";
import { sendsMail } from "~/env.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { KEPT_DAYS, LINKS_PAUSE_MS, type MailKind, type OrderMail } from "./mail.rules";

type About = Visit & Pick<Order, "seq" | "id" | "contactEmail">;

/** What a mail stores when it is queued; everything else is read when it is sent. */
export type Payload = Partial<Visit> & { order?: string; from?: Visit; wasPaid?: boolean };

let wake = () => {};

/** Sets the one listener, the sender, to be called soon after mails were queued. */
export function whenMailIsQueued(listener: () => void) {
  wake = listener;
}

const SOON_MS = 50;

/** After the current transaction, when its answer is on the way: mail delays no visitor. */
export function wakeSender() {
  if (isWaking) return;
  isWaking = true;
  setTimeout(() => {
    isWaking = false;
    wake();
  }, SOON_MS).unref();
}

let isWaking = false;

/**
 * Queues a mail about an order in the transaction that changes it, so that the mail exists exactly when the
 * change does. An order without an address gets none.
 */
export function queueMail(
  _: Tx,
  kind: OrderMail,
  order: About,
  extra: Omit<Payload, "order"> = {},
) {
  const { visitDate, visitSlot } = order;
  const payload: Payload = { order: order.id, visitDate, visitSlot, ...extra };
  queue(kind, order.contactEmail, payload, order.seq);
}

/** The same for a moved visit; the mail says when it was before. */
export const queueMoved = (tx: Tx, { visitDate, visitSlot }: Visit, after: About) =>
  queueMail(tx, "moved", after, { from: { visitDate, visitSlot } });

/**
 * Public. Queues a mail with the links of all bookings under an address. It does the same work whether there are
 * any or not, so that nobody learns from it who has booked; the sender finds out, or staff do.
 */
export function askForLinks(email: string) {
  inTransaction((tx) => {
    const asked = tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          sql`${outbox.kind} = 'links'`, // as it stands in the index
          isAddress(outbox.recipient, email),
          gt(outbox.createdAt, Date.now() - LINKS_PAUSE_MS),
        ),
      )
      .get();
    if (asked) return;
    queue("links", email, {}, null);
    if (!sendsMail()) keepMessage(tx, { ...BY_HAND, email });
  }, "nothing");
}

/** Without a mail server staff answer by hand, so they are told where they look every day. */
const BY_HAND = {
  name: "A visitor",
  subject: "Lost booking link",
  body: "Please send the links of the bookings under this address. (Asked for on Find my booking; no mail server is set up, so nothing was sent.)",
};

function queue(kind: MailKind, recipient: string, payload: Payload, orderSeq: number | null) {
  if (recipient === "") return;
  const createdAt = Date.now();
  add({ kind, recipient, payload, orderSeq, createdAt, nextAttemptAt: createdAt });
  wakeSender();
}

const add = inserting(
  outbox,
  "kind",
  "recipient",
  "payload",
  "orderSeq",
  "createdAt",
  "nextAttemptAt",
);

const FORGOTTEN_AT_ONCE = 200;

/** Returns whether there are more. */
export function forgetOldMail(): "more" | "done" {
  const old = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(lt(outbox.createdAt, Date.now() - KEPT_DAYS * DAY_MS))
    .limit(FORGOTTEN_AT_ONCE);
  const gone = inTransaction(
    (tx) => tx.delete(outbox).where(inArray(outbox.id, old)).run(),
    "nothing",
  );
  return gone.changes === FORGOTTEN_AT_ONCE ? "more" : "done";
}
