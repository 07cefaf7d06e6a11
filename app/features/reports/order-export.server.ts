import { setImmediate } from "node:timers/promises";
import { authorize, type Actor } from "~/features/auth/permissions";
import { recordExport } from "~/features/audit/record-export.server";
import { countPlaced } from "./sales-queries.server";
import { iterateOrders } from "~/features/orders/list/order-list.server";
import type { Order, OrderRow } from "~/features/orders/order.types";
import { withLines } from "~/features/orders/orders.server";
import type { Period } from "./report.rules";

const BATCH_SIZE = 50;

/**
 * All orders placed in a period, newest first, in batches that yield to requests in between. The audit log names who
 * exported them. Throws `forbidden`, `busy`.
 */
export function exportOrders(actor: Actor, period: Period): AsyncGenerator<Order[]> {
  authorize(actor, "orders.read");
  recordExport(actor, {
    what: "orders",
    target: "orders",
    facts: { ...period, rows: countPlaced(period) },
  });
  return batches(period);
}

async function* batches(period: Period) {
  let last: OrderRow | undefined;
  for (;;) {
    const orders = iterateOrders(last, period, BATCH_SIZE);
    if (orders.length > 0) yield withLines(orders);
    if (orders.length < BATCH_SIZE) return;
    last = orders.at(-1);
    await setImmediate();
  }
}
