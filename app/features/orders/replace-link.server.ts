import { eq } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { orders } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { recordAudit } from "~/features/audit/record-audit.server";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import { replaceUnusedCodes } from "~/features/tickets/tickets.server";
import { assertNotStale } from "~/lib/optimistic-lock";
import { transaction } from "~/lib/write-transaction.server";
import { isActive } from "./order-status";
import type { Order } from "./order.types";
import { orderById } from "./orders.server";

export type NewLinkOptions = { sendsMail?: boolean; replacesCodes?: boolean };

/** Earlier links answer like unknown ones. Throws `conflict` for an order that is no longer at `version`. */
export function replaceLink(
  actor: Actor,
  id: string,
  options: NewLinkOptions,
  version?: number,
): Order {
  authorize(actor, "orders.update");

  return transaction((tx) => {
    const order = orderById(id);
    assertNotStale("order", order, version);
    tx.update(orders)
      .set({ linkVersion: order.linkVersion + 1, updatedAt: Date.now() })
      .where(eq(orders.seq, order.seq))
      .run();
    recordAudit(tx, actor, { action: "order.link", target: `order ${id}` });
    followNewLink(tx, orderById(id), options);
    return orderById(id);
  }, "none");
}

/** Replaces codes before the mail is queued that brings them. */
export function followNewLink(
  tx: Tx,
  order: Order,
  { sendsMail = false, replacesCodes = false }: NewLinkOptions,
) {
  const isPaid = order.status === "paid";
  if (replacesCodes && isPaid) replaceUnusedCodes(tx, order.seq);
  if (sendsMail && isActive(order.status)) enqueueMail(tx, isPaid ? "paid" : "booked", order);
}
