import { setImmediate } from "node:timers/promises";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import { db } from "db/connection.server";
import { shifts } from "db/schema";
import { recordExport } from "~/features/audit/record-export.server";
import { authorize, can, type Actor } from "~/features/auth/permissions";
import { HOUR_MS } from "~/lib/dates";
import { toPage, type Page } from "~/lib/pagination.schema";
import { countRows, pageCondition } from "~/lib/pagination.server";
import type { Shift } from "./open-shift.server";
import { LONG_SHIFT_HOURS } from "./shift.rules";

/** One page of all shifts, newest first; of one's own for who may not read payments. Throws `forbidden`. */
export function listShifts(
  actor: Actor,
  { page: requested, limit }: { page: number; limit: number },
): Page<Shift> {
  authorize(actor, "counter.sell");
  const where = can(actor, "payments.read") ? undefined : eq(shifts.adminId, actor.id);
  const total = countRows(shifts, where);
  const pagination = toPage(total, requested, limit);
  pagination.page = Math.min(requested, pagination.pages);
  const order = [{ by: shifts.id, descending: true }];
  const items = db
    .select()
    .from(shifts)
    .where(pageCondition(shifts.id, { where, order, total, page: pagination.page, limit }))
    .orderBy(desc(shifts.id))
    .all();
  return { items, pagination };
}

/** Open for longer than a working day, oldest first: of all, or one's own. Without the right none. */
export function forgottenShifts(actor: Actor, now = Date.now()): Shift[] {
  if (!actor || !can(actor, "counter.sell")) return [];
  const isLong = and(
    isNull(shifts.closedAt),
    lt(shifts.openedAt, now - LONG_SHIFT_HOURS * HOUR_MS),
  );
  const isOwn = can(actor, "payments.read") ? undefined : eq(shifts.adminId, actor.id);
  return db.select().from(shifts).where(and(isLong, isOwn)).orderBy(asc(shifts.openedAt)).all();
}

/** The numbers of those shifts by id; null while one is open. */
export function shiftNumbers(ids: (number | null)[]): Map<number | null, number | null> {
  const known = new Set(ids.filter((id) => id !== null));
  const rows = db
    .select({ id: shifts.id, number: shifts.number })
    .from(shifts)
    .where(inArray(shifts.id, [...known]))
    .all();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

const BATCH = 500;

/** All closed shifts by number, in batches that yield to requests in between. Audited. Throws `forbidden`, `busy`. */
export function exportShifts(actor: Actor): AsyncGenerator<Shift[]> {
  authorize(actor, "payments.read");
  const rows = countRows(shifts, isNotNull(shifts.number));
  recordExport(actor, { what: "shifts", target: "shifts", facts: { rows } });
  return byNumber();
}

async function* byNumber() {
  for (let last = 0; ;) {
    const rows = db
      .select()
      .from(shifts)
      .where(and(isNotNull(shifts.number), gt(shifts.number, last)))
      .orderBy(asc(shifts.number))
      .limit(BATCH)
      .all();
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.number ?? 0;
    await setImmediate();
  }
}
