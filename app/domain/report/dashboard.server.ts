import { eq, sql } from "drizzle-orm";
import { db } from "db/client.server";
import { animals, orders } from "db/schema";
import { can, type Staff } from "../access";
import { dayStart, zooDay } from "../zoo-time.server";
import { addDays } from "../clock";
import { listOrders } from "../order/orders.server";
import { ListOrders } from "../order/order.query";

const RECENT = 3;

/** The figures of the dashboard, over everything there is; those of orders only for who may read orders. */
export function dashboardOf(staff: Staff) {
  const animalCount = count(sql`SELECT count(*) AS value FROM ${animals}`);
  if (!can(staff.role, "orders.read")) return { animalCount, orders: null };

  const today = zooDay();
  const [from, to] = [dayStart(today), dayStart(addDays(today, 1))];
  return {
    animalCount,
    orders: {
      visitorsToday: count(
        sql`SELECT count(*) AS value FROM ${orders} WHERE ${eq(orders.visitDate, today)}`,
      ),
      placedToday: count(
        sql`SELECT count(*) AS value FROM ${orders}
            WHERE ${orders.createdAt} >= ${from} AND ${orders.createdAt} < ${to}`,
      ),
      revenuePaise: count(
        sql`SELECT coalesce(sum(${orders.totalPaise}), 0) AS value FROM ${orders}
            WHERE ${eq(orders.status, "paid")}`,
      ),
      recent: listOrders(staff, ListOrders.parse({ limit: String(RECENT) })).items,
    },
  };
}

const count = (query: ReturnType<typeof sql>) => db.get<{ value: number }>(query).value;
