import { can, type Staff } from "~/features/auth/permissions";
import type { FormValues } from "~/lib/form-values";
import { ListOrders } from "./order-list.schema";
import { listOrders } from "./order-list.server";
import { totalRefundsDue } from "../refunds-due.server";
import { orderRow } from "../order.presenter.server";
import { readQuery } from "~/lib/http/read-body.server";
import { pendingDelete } from "~/lib/http/current-url.server";
import { loadList } from "~/lib/http/load-or-error.server";

const PAGE_SIZE = "50";

/** The orders screen. Throws a Response for `forbidden`. */
export async function ordersView(request: Request, staff: Staff) {
  const { q = "", page, visitDate = "", ...query } = readQuery(request);
  const status = query.status === "all" ? "" : (query.status ?? "");
  const filters = { q, status, visitDate, page, limit: PAGE_SIZE };
  const onlyOwed = query.owed === "1";
  const list = await orderListView(request, staff, filters, { onlyOwed });
  return { ...list, q, status, visitDate, onlyOwed };
}

/** One page of orders, the total of refunds due, and the order whose deletion is to be confirmed. */
export async function orderListView(
  request: Request,
  staff: Staff,
  wanted: FormValues,
  { onlyOwed = false } = {},
) {
  const { items, pagination, failure, note, refundsDue, status } = await loadList(
    request,
    ListOrders,
    wanted,
    (query) => ({
      ...listOrders(staff, query, { byPhone: true, onlyOwed }),
      refundsDue: totalRefundsDue(staff),
    }),
  );
  const orders = items.map(orderRow);
  const mayDelete = can(staff.role, "orders.delete");
  const orderToDelete = pendingDelete(request, orders, mayDelete);
  return {
    orders,
    pagination,
    failure,
    note,
    refundsDue,
    mayDelete,
    orderToDelete,
    httpStatus: status,
  };
}
