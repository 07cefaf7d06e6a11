import { can, type Staff } from "~/features/auth/permissions";
import type { FormValues } from "~/lib/form-values";
import { ListOrders } from "./order-list.schema";
import { listOrders } from "./order-list.server";
import { totalRefundsDue } from "../refunds-due.server";
import { newestOrder } from "../orders.server";
import { orderRow, orderToDelete } from "../order.presenter.server";
import { readQuery } from "~/lib/http/read-body.server";
import { pendingDelete, redirectWithoutConfirm } from "~/lib/http/current-url.server";
import { loadList } from "~/lib/http/load-or-error.server";

const PAGE_SIZE = "50";

/** The orders screen. Throws a Response for `forbidden`, and a redirect when `confirm` does not apply. */
export async function ordersView(request: Request, staff: Staff) {
  const query = readQuery(request);
  const { q, status, channel, visitDate, page } = orderFilters(query);
  const onlyOwed = query.owed === "1";
  const upTo = newestOrder(); // read before listing, so that no later order is cancelled
  const filters = { q, status, channel, visitDate, page, limit: PAGE_SIZE };
  const mayCancelUnpaid = status === "pending" && !onlyOwed;
  const asksUnpaid = mayCancelUnpaid && query.confirm === "unpaid";
  const list = await orderListView(request, staff, filters, { onlyOwed, asksUnpaid });
  const isCancelling = asksUnpaid && list.orders.length > 0;
  if (asksUnpaid && !isCancelling) throw redirectWithoutConfirm(request);
  const cancelling = isCancelling ? String(upTo) : null;
  return { ...list, q, status, channel, visitDate, onlyOwed, mayCancelUnpaid, cancelling };
}

/** The filters of the screen's URL. */
export function orderFilters(query: FormValues) {
  const { q = "", status = "", channel = "", visitDate = "", page } = query;
  return { q, status: status === "all" ? "" : status, channel, visitDate, page };
}

/** One page of orders, the total of refunds due, and the order whose deletion is to be confirmed. */
export async function orderListView(
  request: Request,
  staff: Staff,
  wanted: FormValues,
  { onlyOwed = false, asksUnpaid = false } = {},
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
  const mayDelete = can(staff, "orders.delete");
  const deleting = asksUnpaid ? null : pendingDelete(request, items, mayDelete);
  return {
    orders,
    pagination,
    failure,
    note,
    refundsDue,
    mayDelete,
    orderToDelete: deleting && orderToDelete(deleting),
    httpStatus: status,
  };
}
