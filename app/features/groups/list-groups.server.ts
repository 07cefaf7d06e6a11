import { and, asc, count, desc, eq, gte, lt } from "drizzle-orm";
import { db } from "db/connection.server";
import { groupOrders, orders } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import { toPage, type Page } from "~/lib/pagination.schema";
import { toLocalDate } from "~/lib/time-zone.server";
import type { GroupOrder } from "./group-orders.server";
import type { OrderRow } from "~/features/orders/order.types";

export type ListedGroup = { order: OrderRow; group: GroupOrder };

type Query = { isPast: boolean; page: number; limit: number };

/** Orders of groups: those to come, the next first, or those of past days, the latest first. Throws `forbidden`. */
export function listGroups(actor: Actor, { isPast, page, limit }: Query): Page<ListedGroup> {
  authorize(actor, "orders.read");
  expireOverdue();
  const today = toLocalDate();
  const isShown = isPast ? lt(orders.visitDate, today) : gte(orders.visitDate, today);
  const joined = eq(orders.seq, groupOrders.orderSeq);
  const total =
    db.select({ rows: count() }).from(groupOrders).innerJoin(orders, joined).where(isShown).get()
      ?.rows ?? 0;
  const order = isPast
    ? [desc(orders.visitDate), desc(orders.seq)]
    : [asc(orders.visitDate), asc(orders.seq)];
  const items = db
    .select({ order: orders, group: groupOrders })
    .from(groupOrders)
    .innerJoin(orders, joined)
    .where(and(isShown))
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit)
    .all();
  return { items, pagination: toPage(total, page, limit) };
}
