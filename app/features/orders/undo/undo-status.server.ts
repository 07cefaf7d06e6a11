import { eq, lt } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { orders, undoableChanges } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { mailChange, mailsBefore, restoreMails } from "~/features/mail/undo-mail.server";
import { ledgerChange, ledgerOf, restoreLedger } from "~/features/payments/undo-money.server";
import { restoreTickets } from "~/features/tickets/tickets.server";
import { givenReference, restoreReference } from "~/features/transfers/bank-references.server";
import { holdEvents, lastDelivery, restoreEvents } from "~/features/webhooks/undo-events.server";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import { updatePlaces } from "../order-status.server";
import type { Order, OrderRow } from "../order.types";
import { orderById } from "../orders.server";
import { UNDO_LIMIT_MS, UNDO_MS, type StatusChange } from "./undo.rules";

/** Runs a change of an order's status that the same person can undo for some seconds. */
export function withUndo(tx: Tx, by: Staff, order: OrderRow, changeStatus: () => void) {
  const { status, statusReason, network, refundDue } = order;
  const money = ledgerOf(tx, order.seq);
  const mails = mailsBefore(tx, order.seq);
  const reference = givenReference(order.seq, tx);
  const lastEvent = lastDelivery(tx);
  changeStatus();
  const change: StatusChange = {
    before: { status, statusReason, network, refundDue },
    ledger: ledgerChange(money, ledgerOf(tx, order.seq)),
    mails: mailChange(tx, order.seq, mails),
    events: holdEvents(tx, order.id, lastEvent, Date.now() + UNDO_MS),
    reference,
  };
  save(tx, by, orderById(order.id), change);
}

function save(tx: Tx, by: Staff, { seq, updatedAt }: OrderRow, change: StatusChange) {
  const row = { adminId: by.id, changedAt: updatedAt, change };
  tx.insert(undoableChanges)
    .values({ orderSeq: seq, ...row })
    .onConflictDoUpdate({ target: undoableChanges.orderSeq, set: row })
    .run();
}

/**
 * Takes back what the same person has just done to an order's status, with its money, places, tickets and mail.
 * Repeating it changes nothing. Throws `conflict` when it is too late, the order or its money has changed since, its
 * places are gone, somebody has come in with a new ticket, or a provider is already giving the money back.
 */
export function undoStatusChange(actor: Actor, id: string): Order {
  authorize(actor, "orders.read");
  return transaction((tx) => {
    const order = orderById(id);
    const { change, changedAt } = findChange(tx, actor, order);
    if (change.isUndone) return order;
    restore(tx, actor, order, change, changedAt);
    save(tx, actor, orderById(id), { ...change, isUndone: true });
    return orderById(id);
  }, "availability");
}

function restore(tx: Tx, by: Staff, order: Order, change: StatusChange, changedAt: number) {
  const { before, ledger, mails, events = [], reference } = change;
  updatePlaces(tx, { order, next: before.status, by });
  restoreLedger(tx, order, ledger, by);
  tx.update(orders)
    .set({ ...before, updatedAt: Date.now() })
    .where(eq(orders.seq, order.seq))
    .run();
  restoreTickets(tx, order.seq, changedAt);
  if (reference) restoreReference(tx, reference);
  recordAudit(tx, by, {
    action: "order.undo",
    target: `order ${order.id}`,
    before: { status: order.status },
    after: { status: before.status },
  });
  restoreMails(tx, orderById(order.id), mails);
  restoreEvents(tx, orderById(order.id), events);
}

function findChange(reader: Reader, { id }: Staff, order: Order) {
  const ofOrder = eq(undoableChanges.orderSeq, order.seq);
  const change = reader.select().from(undoableChanges).where(ofOrder).get();
  const isOwn = change?.adminId === id && change.changedAt === order.updatedAt;
  if (isOwn && Date.now() - change.changedAt <= UNDO_LIMIT_MS) return change;
  const why = isOwn || !change ? "It is too late to undo this" : "It has changed since";
  throw new DomainError("conflict", `${why}: order ${order.id} is ${order.status}`);
}

/** They tell the network of whoever booked, which is not stored longer than it is of use. */
export function purgeUndoableChanges() {
  const isOver = lt(undoableChanges.changedAt, Date.now() - UNDO_LIMIT_MS);
  if (!db.select().from(undoableChanges).where(isOver).get()) return;
  transaction((tx) => tx.delete(undoableChanges).where(isOver).run(), "none");
}
