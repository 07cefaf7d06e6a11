import { and, desc, eq, inArray } from "drizzle-orm";
import { db } from "db/client.server";
import { audit } from "db/schema";
import type { OrderRow } from "./orders.server";
import type { StatusAction } from "./set-status.server";

const STATUS_ACTIONS: StatusAction[] = ["order.status", "order.cancel", "order.expire"];

/**
 * Whether an order was cancelled while it was paid, so that its money is still with the zoo. Only the audit knows: an
 * earlier refund leaves void tickets too.
 */
export function cancelledWhilePaid({ id, status }: Pick<OrderRow, "id" | "status">): boolean {
  if (status !== "cancelled") return false;
  const last = db
    .select({ before: audit.before })
    .from(audit)
    .where(and(eq(audit.target, `order ${id}`), inArray(audit.action, STATUS_ACTIONS)))
    .orderBy(desc(audit.id))
    .limit(1)
    .get();
  const before = JSON.parse(last?.before ?? "{}") as { status?: string };
  return before.status === "paid";
}
