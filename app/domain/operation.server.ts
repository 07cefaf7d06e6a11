import { count, sql } from "drizzle-orm";
import { db, takesWrites } from "db/client.server";
import { outbox } from "db/schema";
import { newestBackup } from "./backups.server";
import { salesIn } from "./report/figures.server";

/** How the zoo stands, for whoever watches the machine; nothing about anybody. */
export function operatingFigures(now = Date.now()) {
  const mails = db
    .select({ waiting: count() })
    .from(outbox)
    .where(sql`${outbox.state} = 'waiting'`)
    .get();
  const newest = newestBackup();
  return {
    ordersByStatus: Object.fromEntries(
      Object.entries(salesIn({})).map(([status, { count: orders }]) => [status, orders]),
    ),
    mailsWaiting: mails?.waiting ?? 0,
    backupAgeSeconds: newest && Math.round((now - newest.at) / 1000),
    takesWrites: takesWrites(),
  };
}
