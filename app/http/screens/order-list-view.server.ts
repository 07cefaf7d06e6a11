import { can, type Staff } from "~/domain/access";
import type { Fields } from "~/domain/fields";
import { ListOrders } from "~/domain/order/order-list.schema";
import { listOrders } from "~/domain/order/order-list.server";
import { owedMoney } from "~/domain/order/owed.server";
import { orderRow } from "../order-view.server";
import { askedAbout } from "./address.server";
import { listOrFailure } from "./or-failure.server";

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
