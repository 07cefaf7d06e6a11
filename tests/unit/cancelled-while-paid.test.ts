import { expect, test } from "vitest";
import { changeOrderStatus } from "~/domain/order/change-status.server";
import { editOrder } from "~/domain/order/edit-order.server";
import type { OrderStatus } from "~/domain/order/order.rules";
import { orderById, visitorKey } from "~/domain/order/orders.server";
import { cancelOwnOrder } from "~/domain/order/own-order.server";
import { cancelledWhilePaid } from "~/domain/order/cancelled-while-paid.server";
import { anAdmin, anOrder, asStaff } from "../support/factories";

test.each<{ way: OrderStatus[]; paidFor: boolean }>([
  { way: ["paid", "cancelled"], paidFor: true },
  { way: ["cancelled", "paid", "cancelled"], paidFor: true },
  { way: ["cancelled"], paidFor: false },
  { way: ["paid"], paidFor: false },
  { way: ["paid", "refunded"], paidFor: false },
  { way: ["paid", "refunded", "cancelled"], paidFor: false },
])("of an order that became $way the zoo has the money: $paidFor", ({ way, paidFor }) => {
  const owner = asStaff(anAdmin({ role: "owner" }));
  const { id } = anOrder();
  for (const next of way) changeOrderStatus(owner, id, next);
  editOrder(owner, id, { paymentMethod: "cash" });

  expect(cancelledWhilePaid(orderById(id))).toBe(paidFor);
});

test("nobody has paid for what its visitor cancelled", () => {
  const { id } = anOrder();
  anOrder({ status: "paid" });

  expect(cancelledWhilePaid(cancelOwnOrder(id, visitorKey(id)))).toBe(false);
});
