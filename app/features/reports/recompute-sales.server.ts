import { and, eq, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { orders } from "db/schema";
import { getValue, setValue } from "~/lib/key-value-store.server";
import { env } from "~/env.server";
import { runInChunks } from "~/lib/run-in-chunks.server";
import { transaction } from "~/lib/write-transaction.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { slotEnd } from "~/features/slots/slot-times.server";

const TIME_ZONE_KEY = "sales_timezone";

const BATCH_SIZE = 200;

const isTimeZoneCurrent = () => getValue(TIME_ZONE_KEY) === env.ZOO_TIMEZONE;

/** Recalculates `placed_on` of all orders after a change of ZOO_TIMEZONE. An interrupted run is repeated at the next start. */
export async function recalculateSalesDays() {
  if (isTimeZoneCurrent()) return;

  let from = 0;
  await runInChunks(() => {
    const next = recalculateBatch(from);
    from = next ?? from;
    if (next !== undefined) return "more";
    transaction((tx) => setValue(tx, TIME_ZONE_KEY, env.ZOO_TIMEZONE), "none");
    return "done";
  });
}

/** Cash orders expire when their slot ends, which depends on ZOO_TIMEZONE. Must run before orders are expired. */
export function recalculateCashHolds() {
  if (isTimeZoneCurrent()) return;
  const unpaid = db
    .select()
    .from(orders)
    .where(and(eq(orders.status, "pending"), eq(orders.paymentMethod, "cash")))
    .all();
  const outdated = unpaid.filter(
    (each) => each.expiresAt !== slotEnd(each.visitDate, each.visitSlot),
  );
  if (outdated.length === 0) return;
  transaction((tx) => {
    for (const { seq, visitDate, visitSlot } of outdated) {
      const expiresAt = slotEnd(visitDate, visitSlot);
      tx.update(orders).set({ expiresAt }).where(eq(orders.seq, seq)).run();
    }
  }, "availability");
}

function recalculateBatch(seq: number) {
  const placed = db.all<{ seq: number; at: number; day: string }>(
    sql`SELECT seq, created_at AS at, placed_on AS day FROM orders WHERE seq > ${seq} ORDER BY seq LIMIT ${BATCH_SIZE}`,
  );
  const outdated = placed.filter(({ at, day }) => toLocalDate(at) !== day);
  if (outdated.length > 0) {
    transaction((tx) => {
      for (const order of outdated) {
        tx.run(
          sql`UPDATE orders SET placed_on = ${toLocalDate(order.at)} WHERE seq = ${order.seq}`,
        );
      }
    }, "none");
  }
  return placed.at(-1)?.seq;
}
