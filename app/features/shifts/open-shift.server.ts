import { and, eq, isNull } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { shifts } from "db/schema";

export type Shift = typeof shifts.$inferSelect;

/** The open shift of a member of staff, by the account's id. */
export const openShiftOf = (adminId: string, reader: Reader = db): Shift | undefined =>
  reader
    .select()
    .from(shifts)
    .where(and(eq(shifts.adminId, adminId), isNull(shifts.closedAt)))
    .get();

/** What that member of staff takes or gives by hand now belongs to it; null without an open shift. */
export const currentShiftId = (adminId: string, reader: Reader): number | null =>
  openShiftOf(adminId, reader)?.id ?? null;
