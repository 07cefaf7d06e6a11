import { setImmediate as breathe } from "node:timers/promises";
import { allow, type Actor } from "~/features/auth/permissions";
import { ordersAfter } from "~/features/orders/order-list.server";
import type { OrderRow } from "~/features/orders/orders.server";
import type { Period } from "./report.rules";

/** Orders per batch: some two milliseconds of work. */
const BATCH = 100;

/**
 * All orders placed in a period, newest first, in batches; orders booked while it runs are left out. Other work
 * gets its turn between batches.
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
