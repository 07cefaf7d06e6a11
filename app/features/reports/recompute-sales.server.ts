import { and, eq, sql } from "drizzle-orm";
import { db } from "db/client.server";
import { orders } from "db/schema";
import { storedValue, storeValue } from "~/lib/key-value-store.server";
import { settings } from "~/env.server";
import { inSlices } from "~/lib/run-in-chunks.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { slotEnd, zooDay } from "~/lib/time-zone.server";

const NAME = "sales_timezone";

/** Orders checked per turn. */
const SLICE = 200;

const isUpToDate = () => storedValue(NAME) === settings.ZOO_TIMEZONE;

/**
 * Recalculates the day on which each order was placed when the zoo's time zone is not the one last used: after a
 * change of ZOO_TIMEZONE, and once for orders older than the column. New bookings have the right day already; an
 * interrupted run starts again at the next start.
 */
export async function recalculateSalesDays() {
  if (isUpToDate()) return;

  let from = 0;
  await inSlices(() => {
    const next = recalculateAfter(from);
    from = next ?? from;
    if (next !== undefined) return "more";
    inTransaction((tx) => storeValue(tx, NAME, settings.ZOO_TIMEZONE), "nothing");
    return "done";
  });
}

/**
 * A cash order keeps its places until its slot ends, which is another instant after a change of ZOO_TIMEZONE.
 * Must run before anything looks for lapsed orders.
 */
export function recalculateCashHolds() {
  if (isUpToDate()) return;
  const unpaid = db
    .select()
    .from(orders)
    .where(and(eq(orders.status, "pending"), eq(orders.paymentMethod, "cash")))
    .all();
  const wrong = unpaid.filter((each) => each.heldUntil !== slotEnd(each.visitDate, each.visitSlot));
  if (wrong.length === 0) return;
  inTransaction((tx) => {
    for (const { seq, visitDate, visitSlot } of wrong) {
      const heldUntil = slotEnd(visitDate, visitSlot);
      tx.update(orders).set({ heldUntil }).where(eq(orders.seq, seq)).run();
    }
  }, "places");
}

/** The last order of a slice; undefined when there was none. */
function recalculateAfter(seq: number) {
  const placed = db.all<{ seq: number; at: number; day: string }>(
    sql`SELECT seq, created_at AS at, placed_on AS day FROM orders WHERE seq > ${seq} ORDER BY seq LIMIT ${SLICE}`,
  );
  const wrong = placed.filter(({ at, day }) => zooDay(at) !== day);
  if (wrong.length > 0) {
    inTransaction((tx) => {
      for (const order of wrong) {
        tx.run(sql`UPDATE orders SET placed_on = ${zooDay(order.at)} WHERE seq = ${order.seq}`);
      }
    }, "nothing");
  }
  return placed.at(-1)?.seq;
}
