import { authorize, type Actor } from "~/features/auth/permissions";
import { transaction } from "~/lib/write-transaction.server";
import type { OrderQuery } from "./order-list.schema";
import { listOrders } from "./order-list.server";
import { STATUS_REASONS } from "../order-status";
import { changeOrderStatus } from "../order-status.server";

/** Per press, because a transaction blocks the site; they take about a quarter of a second. */
const MAX_BATCH = 1_000;

/**
 * Cancels the unpaid orders of a filter up to a sequence number, which excludes orders never displayed. Sends no mail,
 * because their addresses may be invented. Returns how many were cancelled and how many are left.
 */
export function cancelUnpaid(actor: Actor, query: OrderQuery, upTo: number) {
  authorize(actor, "orders.update");
  return transaction((tx) => {
    const unpaid: OrderQuery = { ...query, status: ["pending"], page: 1, limit: MAX_BATCH };
    const { items, pagination } = listOrders(actor, unpaid, { byPhone: true });
    const orders = items.filter(({ seq }) => seq <= upTo);
    for (const order of orders) {
      changeOrderStatus(tx, actor, order, "cancelled", {
        reason: STATUS_REASONS.cancelledUnpaid,
        isSilent: true,
      });
    }
    return { cancelled: orders.length, left: pagination.total - orders.length };
  }, "availability");
}
