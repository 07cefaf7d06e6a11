import { eq } from "drizzle-orm";
import type { Tx } from "db/client.server";
import { orders } from "db/schema";
import type { Staff } from "~/features/auth/permissions";
import { record } from "~/features/audit/record-audit.server";
import { queueMail } from "~/features/mail/enqueue-mail.server";
import { issueTickets, voidTickets } from "~/features/tickets/tickets.server";
import { holdsPlaces, isOwedAfter, type OrderStatus } from "./order.rules";
import type { OrderRow } from "./orders.server";
import { holdPlaces, releasePlaces } from "./reservations.server";

type StatusAction = "order.status" | "order.cancel" | "order.expire";

type Why = {
  action: StatusAction;
  /** For the visitor to read. */
  reason?: string;
};

/**
 * Changes an order's status with all its consequences, in the caller's transaction: places, tickets, audit and
 * mail. Throws `conflict` when places are gone. The caller checks that the status may follow.
 */
export function setStatus(
  tx: Tx,
  by: Staff | "visitor" | "site",
  order: OrderRow,
  status: OrderStatus,
  { action, reason = "" }: Why,
) {
  const [held, holds] = [holdsPlaces(order.status), holdsPlaces(status)];
  if (!held && holds) holdPlaces(tx, order, order.ticketCount);
  if (held && !holds) releasePlaces(tx, order, order.ticketCount);

  tx.update(orders)
    .set({
      status,
      statusReason: reason,
      owed: isOwedAfter(order, status, reason),
      updatedAt: Date.now(),
    })
    .where(eq(orders.seq, order.seq))
    .run();

  const wasPaid = order.status === "paid";
  if (status === "paid") issueTickets(tx, order);
  else if (wasPaid) voidTickets(tx, order.seq);
  record(tx, by, {
    action,
    target: `order ${order.id}`,
    before: { status: order.status },
    after: { status },
  });
  if (status !== "pending") queueMail(tx, status, order, { wasPaid });
}
