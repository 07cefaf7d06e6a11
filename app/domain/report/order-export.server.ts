import { setImmediate as breathe } from "node:timers/promises";
import { allow, type Actor } from "../access";
import { ordersAfter } from "../order/order-list.server";
import type { OrderRow } from "../order/orders.server";
import type { Period } from "./report.rules";

/** Some two milliseconds of work, and as many of a spreadsheet's lines. */
const BATCH = 100;

/**
 * All orders placed in a period, newest first, a batch at a time; what is booked meanwhile stays out.
 * Between batches others get their turn.
 */
export function exportOrders(actor: Actor, period: Period): AsyncGenerator<OrderRow[]> {
  allow(actor, "orders.read");
  return batches(period);
}

async function* batches(period: Period) {
  let last: OrderRow | undefined;
  for (;;) {
    const orders = ordersAfter(last, period, BATCH);
    if (orders.length > 0) yield orders;
    if (orders.length < BATCH) return;
    last = orders.at(-1);
    await breathe();
  }
}
