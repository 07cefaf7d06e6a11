import { authorize, type Actor } from "~/features/auth/permissions";
import { groupOrderOf } from "~/features/groups/group-orders.server";
import { transaction } from "~/lib/write-transaction.server";
import type { OrderQuery } from "./order-list.schema";
import { listOrders } from "./order-list.server";
import { STATUS_REASONS } from "../order-status";
import { changeOrderStatus } from "../order-status.server";

/** Per press, because a transaction blocks the site; they take about a quarter of a second. */
const MAX_BATCH = 1_000;

/**
 * Cancels the unpaid orders of a filter up to a sequence number, which excludes orders never displayed. Sends no mail,
 * because their addresses may be invented. Those of groups stay: staff made them, and hold them until a day. Returns how
 * many were cancelled and how many are left.
 */
export function cancelUnpaid(actor: Actor, query: OrderQuery, upTo: number) {
  authorize(actor, "orders.update");
  return transaction((tx) => {
    const unpaid: OrderQuery = { ...query, status: ["pending"], page: 1, limit: MAX_BATCH };
    const { items, pagination } = listOrders(actor, unpaid, { byPhone: true });
    const ofGroups = items.filter(({ seq }) => groupOrderOf(seq));
    const orders = items.filter((order) => order.seq <= upTo && !ofGroups.includes(order));
    for (const order of orders) {
      changeOrderStatus(tx, actor, order, "cancelled", {
        reason: STATUS_REASONS.cancelledUnpaid,
        isSilent: true,
      });
    }
    const left = pagination.total - ofGroups.length - orders.length;
    return { cancelled: orders.length, left };
  }, "availability");
}
