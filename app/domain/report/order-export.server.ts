import { setImmediate as breathe } from "node:timers/promises";
import { allow, type Actor } from "../access";
import { ordersBefore, type Order } from "../order/orders.server";
import type { Period } from "./report.rules";

const BATCH = 1_000;

/**
 * All orders placed in a period, newest first, a batch at a time; what is booked meanwhile stays out.
 * Between batches others get their turn.
 */
export function exportOrders(actor: Actor, period: Period): AsyncGenerator<Order[]> {
  allow(actor, "orders.read");
  return batches(period);
}

async function* batches(period: Period) {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const orders = ordersBefore(before, period, BATCH);
    if (orders.length > 0) yield orders;
    const last = orders.at(-1);
    if (!last || orders.length < BATCH) return;
    before = last.seq;
    await breathe();
  }
}
