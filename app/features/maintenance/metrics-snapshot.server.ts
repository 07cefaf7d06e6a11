import { count, sql } from "drizzle-orm";
import { db, takesWrites } from "db/client.server";
import { outbox } from "db/schema";
import { salesIn } from "~/features/reports/sales-queries.server";
import { unbackedSince } from "./scheduled-backups.server";

/** The zoo's figures for monitoring; nothing about any person. */
export function operatingFigures(now = Date.now()) {
  const mails = db
    .select({ waiting: count() })
    .from(outbox)
    .where(sql`${outbox.state} = 'waiting'`)
    .get();
  const since = unbackedSince(now);
  return {
    ordersByStatus: Object.fromEntries(
      Object.entries(salesIn({})).map(([status, { count: orders }]) => [status, orders]),
    ),
    mailsWaiting: mails?.waiting ?? 0,
    backupAgeSeconds: since && Math.round((now - since) / 1000),
    takesWrites: takesWrites(),
  };
}
