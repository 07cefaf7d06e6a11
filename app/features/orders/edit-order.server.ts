import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { orderItems, orders } from "db/schema";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { recordAudit } from "~/features/audit/record-audit.server";
import { DomainError } from "~/lib/errors";
import { enqueueRescheduled, redirectMail } from "~/features/mail/enqueue-mail.server";
import { expiryAfterEdit, groupOrderOf } from "~/features/groups/group-orders.server";
import { isAnonymized } from "~/features/privacy/anonymize.server";
import { ALL_INSIDE, ITEMS_FIXED } from "~/lib/error-messages";
import { assertNotStale, editedFields } from "~/lib/optimistic-lock";
import { transaction } from "~/lib/write-transaction.server";
import { assertInsideKnown } from "~/features/tickets/people-inside.server";
import { countInside } from "~/features/tickets/tickets.server";
import { changeOrderStatus } from "./order-status.server";
import { expireUnpaid } from "./expire-orders.server";
import { canTransition, isActive, orderChangedError, type OrderStatus } from "./order-status";
import type { MoveVisit, OrderChanges } from "./order.schema";
import { followNewLink, type NewLinkOptions } from "./replace-link.server";
import { orderById } from "./orders.server";
import type { Order } from "./order.types";
import { assertDifferentSlot, moveReservation } from "./reservations.server";
import { isRescheduled, wasRescheduledBefore, assertVisitNotPast } from "./visit-rules.server";
import { enqueueOrderEvent } from "~/features/webhooks/enqueue-event.server";
import { withUndo } from "./undo/undo-status.server";
import { UNDO_MS } from "./undo/undo.rules";
import { formatTickets } from "~/features/tariff/tariff.server";
import { repriceOrder } from "./price-booking.server";

/**
 * All or nothing; equal values change nothing. Another e-mail address ends the earlier link. With what the form showed,
 * only fields that differ from it change, instead of the version. Throws `conflict`.
 */
export function editOrder(
  actor: Actor,
  id: string,
  changes: OrderChanges,
  version?: number,
  newLink?: NewLinkOptions,
  shown?: OrderChanges,
): Order {
  authorize(actor, "orders.update");

  return transaction((tx) => {
    expireUnpaid(tx, Date.now(), { ...orderById(id), ...changes });
    const order = orderById(id);
    if (!shown) return applyChanges(tx, actor, order, changes, version, newLink);
    if (changes.contact) assertNotAnonymized(order);
    return applyChanges(tx, actor, order, ownChanges(order, changes, shown), undefined, newLink);
  }, "availability");
}

type MoveOptions = { version?: number; from?: string; knownInside?: number };

/**
 * Moves those who are not inside yet. Throws `invalid` for the current slot, unless the form was opened (`from`) for
 * another one, and UnknownInside.
 */
export function rescheduleVisit(
  actor: Actor,
  id: string,
  visit: MoveVisit,
  { version, from, knownInside }: MoveOptions = {},
): Order {
  authorize(actor, "orders.update");

  return transaction((tx) => {
    expireUnpaid(tx, Date.now(), { ...orderById(id), ...visit });
    const order = orderById(id);
    if (!wasRescheduledBefore(order, visit, from)) {
      assertDifferentSlot(order, visit);
      assertInsideKnown(order, knownInside);
    }
    const isAsShown = from === `${order.visitDate} ${order.visitSlot}`;
    return applyChanges(tx, actor, order, visit, isAsShown ? undefined : version);
  }, "availability");
}

type StatusOptions = {
  /** What the form showed. */
  expectedStatus?: string | undefined;
  knownInside?: number;
  /** For the refund, not for the visitor. */
  refundReason?: string;
  /** Of the UPI transfer that pays the order. */
  upiReference?: string | undefined;
  /** By this person, for some seconds, in which neither mail nor refund is sent. */
  isUndoable?: boolean;
};

/** The current status changes nothing. Throws `conflict`, also for an order that has left `expectedStatus`, and UnknownInside. */
export function updateOrderStatus(
  actor: Actor,
  id: string,
  next: OrderStatus,
  { expectedStatus, knownInside, isUndoable = false, ...options }: StatusOptions = {},
): { order: Order; isChanged: boolean } {
  authorize(actor, next === "refunded" ? "orders.refund" : "orders.update");

  return transaction((tx) => {
    expireUnpaid(tx, Date.now(), orderById(id));
    const order = orderById(id);
    if (expectedStatus && expectedStatus !== order.status && canTransition(order.status, next)) {
      throw new DomainError("conflict", orderChangedError(order));
    }
    if (order.status === "paid" && next !== "paid") assertInsideKnown(order, knownInside);
    const notBefore = isUndoable ? Date.now() + UNDO_MS : undefined;
    const change = () => changeOrderStatus(tx, actor, order, next, { ...options, notBefore });
    const isChanged = order.status !== next;
    if (isUndoable && isChanged) withUndo(tx, actor, order, change);
    else change();
    return { order: orderById(id), isChanged };
  }, "availability");
}

function applyChanges(
  tx: Tx,
  actor: Staff,
  before: Order,
  changes: OrderChanges,
  version: number | undefined,
  newLink: NewLinkOptions = {},
): Order {
  if (version !== undefined && changes.contact) assertNotAnonymized(before);
  const after = mergeChanges(before, changes);
  const isSame = isDeepStrictEqual(before, after);
  if (!isSame) assertNotStale("order", before, version);
  if (isRescheduled(before, after)) {
    assertVisitNotPast(after, Date.now());
    if (countInside(before.seq, tx) === before.ticketCount)
      throw new DomainError("conflict", ALL_INSIDE);
  }
  if (changes.items && groupOrderOf(before.seq))
    throw new DomainError("conflict", "How many people of a group come is changed under Groups");
  if (before.status !== "pending" && !isDeepStrictEqual(before.lines, after.lines)) {
    throw new DomainError("conflict", ITEMS_FIXED);
  }

  const order = isSame ? before : save(tx, actor, before, after);
  if (changes.status && changes.status !== order.status) {
    changeOrderStatus(tx, actor, order, changes.status);
  }
  const current = orderById(order.id);
  if (current.linkVersion !== before.linkVersion) followNewLink(tx, current, newLink);
  return orderById(order.id);
}

function ownChanges(order: Order, changes: OrderChanges, shown: OrderChanges): OrderChanges {
  const { contactName: name, contactEmail: email, contactPhone: phone, paymentMethod } = order;
  const { contact, ...rest } = changes;
  return {
    ...editedFields<OrderChanges>(rest, shown, { paymentMethod }),
    contact: contact && editedFields(contact, shown.contact ?? {}, { name, email, phone }),
  };
}

/** Anonymizing does not change `updatedAt`, so an older form could restore the contact data. */
function assertNotAnonymized(order: Order) {
  if (isAnonymized(order))
    throw new DomainError("conflict", "The contact data of this order was erased");
}

function save(tx: Tx, actor: Actor, before: Order, after: Order): Order {
  moveReservation(tx, before, after, countInside(before.seq, tx), "staff");
  write(tx, after, !isDeepStrictEqual(before.lines, after.lines));
  recordAudit(tx, actor, {
    action: "order.edit",
    target: `order ${before.id}`,
    before: auditSnapshot(before),
    after: {
      ...auditSnapshot(after),
      ...(isSameContact(before, after) ? {} : { contact: "changed" }),
    },
  });
  const order = orderById(before.id);
  if (before.contactEmail !== order.contactEmail) redirectMail(tx, order);
  if (isRescheduled(before, after) && isActive(before.status)) {
    enqueueRescheduled(tx, before, order);
    enqueueOrderEvent(tx, "order.moved", order.id);
  }
  return order;
}

function mergeChanges(order: Order, { contact = {}, items, ...changes }: OrderChanges): Order {
  const price = items ? repriced(order, items) : {};
  const after = {
    ...order,
    ...price,
    visitDate: changes.visitDate ?? order.visitDate,
    visitSlot: changes.visitSlot ?? order.visitSlot,
    paymentMethod: changes.paymentMethod ?? order.paymentMethod,
    contactName: contact.name ?? order.contactName,
    contactEmail: contact.email ?? order.contactEmail,
    contactPhone: contact.phone ?? order.contactPhone,
    // Staff have talked to the visitor.
    confirmed:
      order.confirmed || (changes.paymentMethod ?? order.paymentMethod) !== order.paymentMethod,
    // Whoever has the earlier link may be a stranger.
    linkVersion: order.linkVersion + (isOtherAddress(order, contact.email) ? 1 : 0),
  };
  return { ...after, expiresAt: expiryAfterEdit(order, after, Date.now()) };
}

/** Nothing for the items that a paid order has: tickets of it may have been refunded. */
function repriced(order: Order, items: NonNullable<OrderChanges["items"]>) {
  const price = repriceOrder(order, items);
  const isFixed = order.status !== "pending" && isDeepStrictEqual(price.lines, order.lines);
  return isFixed ? {} : price;
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

const isOtherAddress = ({ contactEmail }: Order, email = contactEmail) =>
  email.toLowerCase() !== contactEmail.toLowerCase();

const isSameContact = (before: Order, after: Order) =>
  before.contactName === after.contactName &&
  before.contactEmail === after.contactEmail &&
  before.contactPhone === after.contactPhone;

/** Without personal data. */
const auditSnapshot = (order: Order) => ({
  visitDate: order.visitDate,
  visitSlot: order.visitSlot,
  paymentMethod: order.paymentMethod,
  tickets: formatTickets(order.lines),
  total: order.totalPaise,
});
