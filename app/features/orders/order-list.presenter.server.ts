import { can, type Staff } from "~/features/auth/permissions";
import type { Fields } from "~/lib/form-values";
import { ListOrders } from "./order-list.schema";
import { listOrders } from "./order-list.server";
import { owedMoney } from "./refunds-due.server";
import { orderRow } from "./order.presenter.server";
import { askedAbout } from "~/lib/http/current-url.server";
import { listOrFailure } from "~/lib/http/load-or-error.server";

/**
 * One page of a list of orders, what is to be given back in all, and the order that the address asks about deleting;
 * `httpStatus` is the answer's.
 */
export async function orderListView(
  request: Request,
  staff: Staff,
  wanted: Fields,
  { onlyOwed = false } = {},
) {
  const { items, pagination, failure, note, owed, status } = await listOrFailure(
    request,
    ListOrders,
    wanted,
    (query) => ({
      ...listOrders(staff, query, { byPhone: true, onlyOwed }),
      owed: owedMoney(staff),
    }),
  );
  const orders = items.map(orderRow);
  const mayDelete = can(staff.role, "orders.delete");
  const asked = askedAbout(request, orders, mayDelete);
  return { orders, pagination, failure, note, owed, mayDelete, asked, httpStatus: status };
}
