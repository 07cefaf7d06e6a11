import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Tx } from "db/client.server";
import { orderItems, orders } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { record } from "~/features/audit/record-audit.server";
import { DomainError } from "~/lib/errors";
import { queueMoved } from "~/features/mail/enqueue-mail.server";
import { isNobodys } from "~/features/privacy/anonymize.server";
import { ITEMS_FIXED } from "~/lib/error-messages";
import { refuseUnseen } from "~/lib/optimistic-lock";
import { inTransaction } from "~/lib/write-transaction.server";
import { changeStatusIn } from "./change-status.server";
import { cancelUnpaid } from "./expire-orders.server";
import { holdsPlaces, priceOf, type TicketCounts, ticketText } from "./order.rules";
import type { MoveVisit, OrderChanges } from "./order.schema";
import { findOrder, orderById, type Order } from "./orders.server";
import { refuseToStay, takePlacesAlong } from "./reservations.server";
import { countColumns } from "./ticket-counts";
import { holdAfter, isMoved, isMovedAlready, refusePastVisit } from "./visit-rules.server";

/**
 * Changes the given fields of an order, all or nothing; a moved visit keeps its tickets and places. Values that
 * are there already change nothing. Throws `not_found`, `invalid` for a past visit, and `conflict` for items of
 * an order that is no longer pending, places that are gone, a status that cannot follow, or an order that has
 * changed since it was read (its `updatedAt`, where given).
 */
export function editOrder(actor: Actor, id: string, changes: OrderChanges, seenAt?: number): Order {
  allow(actor, "orders.update");

  return inTransaction((tx) => {
    cancelUnpaid(tx, Date.now(), { ...orderById(id), ...changes });
    const before = orderById(id);
    if (seenAt !== undefined && changes.contact) refuseErased(before);
    const after = applied(before, changes);
    const isSame = isDeepStrictEqual(before, after);
    if (!isSame) refuseUnseen("order", before, seenAt);
    if (isMoved(before, after)) refusePastVisit(after, Date.now());
    const sameItems = isDeepStrictEqual(before.lines, after.lines);
    if (!sameItems && before.status !== "pending") {
      throw new DomainError("conflict", ITEMS_FIXED);
    }

    const order = isSame ? before : saved(tx, actor, before, after);
    return changes.status ? changeStatusIn(tx, actor, order, changes.status) : order;
  }, "places");
}

/** Moves a visit as editOrder does, but refuses the slot that it is already in, unless it came there since. */
export function moveVisit(
  actor: Actor,
  id: string,
  visit: MoveVisit,
  { seenAt, from }: { seenAt?: number; from?: string } = {},
): Order {
  const order = findOrder(actor, id);
  if (!isMovedAlready(order, visit, from)) refuseToStay(order, visit);
  return editOrder(actor, id, visit, seenAt);
}

/** Erasing leaves `updatedAt` as it is, so a form opened before must not bring the contact data back. */
function refuseErased(order: Order) {
  if (isNobodys(order))
    throw new DomainError("conflict", "The contact data of this order was erased");
}

function saved(tx: Tx, actor: Actor, before: Order, after: Order): Order {
  takePlacesAlong(tx, before, after);
  write(tx, after, !isDeepStrictEqual(before.lines, after.lines));
  record(tx, actor, {
    action: "order.edit",
    target: `order ${before.id}`,
    before: logged(before),
    after: { ...logged(after), ...(isSameContact(before, after) ? {} : { contact: "changed" }) },
  });
  const order = orderById(before.id);
  if (isMoved(before, after) && holdsPlaces(before.status)) queueMoved(tx, before, order);
  return order;
}

function applied(order: Order, { contact = {}, items, ...changes }: OrderChanges): Order {
  const price = items ? priced(items, order.promoCode) : {};
  const after = {
    ...order,
    ...price,
    visitDate: changes.visitDate ?? order.visitDate,
    visitSlot: changes.visitSlot ?? order.visitSlot,
    paymentMethod: changes.paymentMethod ?? order.paymentMethod,
    contactName: contact.name ?? order.contactName,
    contactEmail: contact.email ?? order.contactEmail,
    contactPhone: contact.phone ?? order.contactPhone,
  };
  return { ...after, heldUntil: holdAfter(order, after, Date.now()) };
}

function priced(counts: TicketCounts, promoCode: string) {
  const price = priceOf(counts, promoCode);
  return { ...price, ...countColumns(counts) };
}

function write(tx: Tx, { lines, seq, ...order }: Order, withItems: boolean) {
  tx.update(orders)
    .set({ ...order, updatedAt: Date.now() })
    .where(eq(orders.seq, seq))
    .run();
  if (!withItems) return;
  tx.delete(orderItems).where(eq(orderItems.orderSeq, seq)).run();
  tx.insert(orderItems)
    .values(lines.map((line) => ({ orderSeq: seq, ...line })))
    .run();
}

const isSameContact = (before: Order, after: Order) =>
  before.contactName === after.contactName &&
  before.contactEmail === after.contactEmail &&
  before.contactPhone === after.contactPhone;

/** For the audit: what was changed, without the visitor's personal data. */
const logged = (order: Order) => ({
  visitDate: order.visitDate,
  visitSlot: order.visitSlot,
  paymentMethod: order.paymentMethod,
  tickets: ticketText(order.lines),
  total: order.totalPaise,
});
