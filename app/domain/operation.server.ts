import { count, sql } from "drizzle-orm";
import { db, takesWrites } from "db/client.server";
import { outbox, sales } from "db/schema";
import { newestBackup } from "./backups.server";
import { ORDER_STATUSES } from "./order/order.rules";

/** How the zoo stands, for whoever watches the machine; nothing about anybody. */
export function operatingFigures(now = Date.now()) {
  const rows = db
    .select({ status: sales.status, orders: sql<number>`sum(${sales.orders})` })
    .from(sales)
    .groupBy(sales.status)
    .all();
  const mails = db
    .select({ waiting: count() })
    .from(outbox)
    .where(sql`${outbox.state} = 'waiting'`)
    .get();
  const newest = newestBackup();
  return {
    ordersByStatus: {
      ...Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])),
      ...Object.fromEntries(rows.map((row) => [row.status, row.orders])),
    },
    mailsWaiting: mails?.waiting ?? 0,
    backupAgeSeconds: newest && Math.round((now - newest.at) / 1000),
    takesWrites: takesWrites(),
  };
}
