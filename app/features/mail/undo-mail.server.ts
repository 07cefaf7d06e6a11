import { and, eq, inArray, max } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { outbox } from "db/schema";
import type { Order } from "~/features/orders/order.types";
import type { MailChange } from "~/features/orders/undo/undo.rules";
import { enqueueMail, notifyWorker } from "./enqueue-mail.server";

type MailsBefore = { last: number; waiting: number[] };

export function mailsBefore(tx: Tx, orderSeq: number): MailsBefore {
  const ofOrder = eq(outbox.orderSeq, orderSeq);
  const newest = tx
    .select({ id: max(outbox.id) })
    .from(outbox)
    .where(ofOrder)
    .get();
  const waiting = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(ofOrder, eq(outbox.state, "waiting")))
    .all();
  return { last: newest?.id ?? 0, waiting: waiting.map(({ id }) => id) };
}

export function mailChange(tx: Tx, orderSeq: number, { last, waiting }: MailsBefore): MailChange {
  const mails = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(eq(outbox.orderSeq, orderSeq))
    .all();
  return { queued: mails.map(({ id }) => id).filter((id) => id > last), waiting };
}

/** Drops the mails about a change that was undone. When one has gone already, another says how things are. */
export function restoreMails(tx: Tx, order: Order, { queued, waiting }: MailChange) {
  const ofChange = inArray(outbox.id, queued);
  const isWaiting = eq(outbox.state, "waiting");
  tx.delete(outbox)
    .where(and(ofChange, isWaiting, eq(outbox.attempts, 0)))
    .run();
  const gone = tx
    .select()
    .from(outbox)
    .where(and(ofChange, inArray(outbox.state, ["waiting", "sent"])))
    .get();
  if (gone) enqueueMail(tx, order.status === "pending" ? "booked" : order.status, order);
  tx.update(outbox)
    .set({ state: "waiting", nextAttemptAt: Date.now(), lastError: "" })
    .where(and(inArray(outbox.id, waiting), eq(outbox.state, "overtaken")))
    .run();
  notifyWorker();
}
