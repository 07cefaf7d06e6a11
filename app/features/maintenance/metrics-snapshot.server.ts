import { count, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { isWritable } from "db/read-only.server";
import { outbox } from "db/schema";
import { countPlaced } from "~/features/reports/sales-queries.server";
import { ORDER_STATUSES } from "~/features/orders/order-status";
import { lastBackupOrFirstUse } from "./scheduled-backups.server";

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

/** The business metrics for Prometheus. Loads the library, which takes 20 ms, only where metrics are on. */
export async function createMetricsRegistry(snapshot = metricsSnapshot) {
  const { collectDefaultMetrics, Gauge, Registry } = await import("prom-client");
  const register = new Registry();
  collectDefaultMetrics({ register });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [register] });
  const orders = gauge("zoo_orders", "Orders by status", ["status"]);
  const mails = gauge("zoo_mails_waiting", "Mails that are still to be sent");
  const age = gauge(
    "zoo_backup_age_seconds",
    "Since the newest verified backup, else the first day; NaN where backups are off",
  );
  const writes = gauge("zoo_takes_writes", "0 since the disk failed under a change");

  function update() {
    const { ordersByStatus, mailsWaiting, backupAgeSeconds, takesWrites } = snapshot();
    for (const [status, value] of Object.entries(ordersByStatus)) orders.set({ status }, value);
    mails.set(mailsWaiting);
    age.set(backupAgeSeconds ?? NaN);
    writes.set(Number(takesWrites));
  }
  return { register, update };
}
