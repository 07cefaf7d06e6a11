import type { Tx } from "db/connection.server";
import { orders } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import type { Staff } from "~/features/auth/permissions";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import {
  balanceOf,
  markSurplus,
  openRefundsOfOrder,
  refundOrder,
  settleByHand,
} from "~/features/payments/ledger.server";
import { assertMayRefund } from "~/features/payments/refund-right.server";
import { groupOrderOf } from "~/features/groups/group-orders.server";
import { issuePartyCode } from "~/features/tickets/party-codes.server";
import { refundPaise } from "~/features/tickets/people-inside.server";
import {
  countInside,
  issueTickets,
  renewPartyCode,
  voidTickets,
} from "~/features/tickets/tickets.server";
import { takeReference } from "~/features/transfers/bank-references.server";
import { enqueueOrderEvent } from "~/features/webhooks/enqueue-event.server";
import { DomainError } from "~/lib/errors";
import { prepareUpdate } from "~/lib/sql.server";
import {
  canTransition,
  isActive,
  isRefundDueAfter,
  transitionError,
  type OrderStatus,
} from "./order-status";
import type { OrderRow } from "./order.types";
import { releasePlaces, reservePlaces } from "./reservations.server";
import { orderById } from "./orders.server";

type Transition = {
  order: OrderRow;
  next: OrderStatus;
  by: Staff | "visitor" | "site";
  action: "order.status" | "order.cancel" | "order.expire";
  reason: string;
  isSilent: boolean;
  isSettled: boolean;
  refundReason: string;
  upiReference: string | undefined;
  notBefore: number | undefined;
};

type Options = {
  action?: Transition["action"];
  reason?: string;
  /** Sends no mail. */
  isSilent?: boolean;
  /** The payment is in the ledger; else it has come in by hand. */
  isSettled?: boolean;
  /** For the refund; a reason of the status is for the visitor, and leaves the money to be given back later. */
  refundReason?: string;
  /** Of the transfer that pays it by hand; undefined: what its visitor has given. */
  upiReference?: string | undefined;
  /** UTC instant before which no mail is sent and no provider called, so that the change can be undone. */
  notBefore?: number;
};

/** With all effects. The order must have been read in the same transaction. Throws `conflict`. */
export function changeOrderStatus(
  tx: Tx,
  by: Transition["by"],
  order: OrderRow,
  next: OrderStatus,
  {
    action = "order.status",
    reason = "",
    isSilent = false,
    isSettled = false,
    refundReason = reason,
    upiReference,
    notBefore,
  }: Options = {},
) {
  if (order.status === next) return;
  if (!canTransition(order.status, next)) {
    throw new DomainError("conflict", transitionError(order.status, next));
  }
  const how = { action, reason, isSilent, isSettled, refundReason, upiReference, notBefore };
  const transition = { order, next, by, ...how };
  for (const apply of EFFECTS) apply(tx, transition);
}

const EFFECTS: ((tx: Tx, transition: Transition) => void)[] = [
  updatePlaces,
  moveMoney,
  saveStatus,
  updateTickets,
  addAuditEntry,
  queueEmail,
  queueEvent,
];

/** Takes the places of an order that becomes active, and releases those of one that no longer is. */
export function updatePlaces(
  tx: Tx,
  { order, next, by }: Pick<Transition, "order" | "next" | "by">,
) {
  const [wasActive, willBeActive] = [isActive(order.status), isActive(next)];
  if (wasActive === willBeActive) return;
  const outside = order.ticketCount - (order.status === "pending" ? 0 : countInside(order.seq, tx));
  if (willBeActive) reservePlaces(tx, order, outside, typeof by === "string" ? "public" : "staff");
  else releasePlaces(tx, order, outside);
}

/** Staff press Refund after paying, without a reason; what has a reason (visitors, closures) is still to be paid. */
function moveMoney(tx: Tx, { order, next, by, reason, ...how }: Transition) {
  const { isSettled, refundReason, upiReference, notBefore } = how;
  if (next === "paid" && !isSettled)
    settleByHand(tx, order, by, takeReference(tx, order, upiReference));
  if (next === "paid") markSurplus(tx, order.seq);
  if (next !== "refunded" || order.status !== "paid") return;
  const amount = refundPaise(orderById(order.id));
  if (typeof by !== "string" && reason === "") assertMayRefund(tx, by, order, amount);
  refundOrder(tx, order, amount, {
    by,
    reason: refundReason,
    isGiven: reason === "",
    notBefore,
  });
}

function saveStatus(tx: Tx, { order, next, reason }: Transition) {
  updateOrder(order.seq, {
    status: next,
    statusReason: reason,
    network: "", // matters only while the order is unpaid
    refundDue:
      isRefundDueAfter(order, next, reason) ||
      // Parts of a group's price had come.
      (next === "cancelled" && order.status === "pending" && balanceOf(order.seq) > 0) ||
      (next === "refunded" && openRefundsOfOrder(order.seq, tx).length > 0),
    updatedAt: Date.now(),
  });
}

const updateOrder = prepareUpdate(
  orders,
  "seq",
  "status",
  "statusReason",
  "network",
  "refundDue",
  "updatedAt",
);

function updateTickets(tx: Tx, { order, next }: Transition) {
  if (next === "paid") {
    renewPartyCode(tx, order.seq);
    issueTickets(tx, orderById(order.id));
    if (groupOrderOf(order.seq)) issuePartyCode(tx, order.seq);
  } else if (order.status === "paid") voidTickets(tx, order.seq);
}

function addAuditEntry(tx: Tx, { order, next, by, action }: Transition) {
  recordAudit(tx, by, {
    action,
    target: `order ${order.id}`,
    before: { status: order.status },
    after: { status: next },
  });
}

/** A stranger can book and cancel under any address, so nobody gets mail about the end of what was never paid. */
function queueEmail(tx: Tx, { order, next, by, isSilent, notBefore }: Transition) {
  const wasStranger = order.status === "pending" && next !== "paid" && typeof by === "string";
  if (isSilent || wasStranger) return;
  if (next !== "pending")
    enqueueMail(tx, next, order, { wasPaid: order.status === "paid" }, notBefore);
}

function queueEvent(tx: Tx, { order, next }: Transition) {
  if (next !== "pending") enqueueOrderEvent(tx, `order.${next}`, order.id);
}
