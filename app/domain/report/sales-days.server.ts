import { eq, sql } from "drizzle-orm";
import { sqlite } from "db/client.server";
import { settings as kept } from "db/schema";
import { settings } from "../settings.server";
import { inTransaction } from "../transaction.server";
import { zooDay } from "../zoo-time.server";

const NAME = "sales_timezone";

/**
 * Reckons anew on which day each order was placed when the zoo's time zone is not the one by which that
 * was last done: after a change of ZOO_TIMEZONE, and once for orders older than the column.
 */
export function reckonSalesDays() {
  const zone = settings.ZOO_TIMEZONE;
  inTransaction((tx) => {
    const last = tx.select().from(kept).where(eq(kept.name, NAME)).get();
    if (last?.value === zone) return;

    const write = sqlite.prepare("UPDATE orders SET placed_on = ? WHERE seq = ?");
    const placed = tx.all<{ seq: number; at: number; day: string }>(
      sql`SELECT seq, created_at AS at, placed_on AS day FROM orders`,
    );
    for (const { seq, at, day } of placed) {
      if (zooDay(at) !== day) write.run(zooDay(at), seq);
    }
    tx.insert(kept)
      .values({ name: NAME, value: zone })
      .onConflictDoUpdate({ target: kept.name, set: { value: zone } })
      .run();
  }, "nothing");
}
