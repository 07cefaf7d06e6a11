import { count, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { isWritable } from "db/read-only.server";
import { outbox } from "db/schema";
import { countPlaced } from "~/features/reports/sales-queries.server";
import { ORDER_STATUSES } from "~/features/orders/order-status";
import { lastBackupOrFirstUse } from "./scheduled-backups.server";

/** Business metrics for monitoring, without personal data. */
export function metricsSnapshot(now = Date.now()) {
  const mails = db
    .select({ waiting: count() })
    .from(outbox)
    .where(sql`${outbox.state} = 'waiting'`)
    .get();
  const since = lastBackupOrFirstUse(now);
  return {
    ordersByStatus: Object.fromEntries(
      ORDER_STATUSES.map((status) => [status, countPlaced({}, { status: [status] })]),
    ),
    mailsWaiting: mails?.waiting ?? 0,
    backupAgeSeconds: since && Math.round((now - since) / 1000),
    takesWrites: isWritable(),
  };
}
