import { and, desc, isNotNull, lte, ne, or } from "drizzle-orm";
import { db } from "db/connection.server";
import { audit } from "db/schema";
import { addDays, DAY_MS } from "~/lib/dates";
import { getValue, setValue } from "~/lib/key-value-store.server";
import { transaction } from "~/lib/write-transaction.server";
import { toLocalDate } from "~/lib/time-zone.server";

/** A longer gap without any activity means a wrong clock rather than a zoo at rest. */
const MAX_IDLE_DAYS = 31;

/** The last day of visits that is fully erased, and the day on which that was done, with a blank between. */
const PROGRESS_KEY = "contacts_erased";

/** Whether everything up to this day of visits was already erased today. */
export const isErased = (upTo: string, today: string) => readProgress() === `${upTo} ${today}`;

/** Records that everything up to this day of visits was erased today. */
export function markErased(upTo: string, today: string) {
  transaction((tx) => setValue(tx, PROGRESS_KEY, `${upTo} ${today}`), "none");
}

const readProgress = () => getValue(PROGRESS_KEY);

/**
 * The last day on which the clock is known to have been right, if that is so long ago that the clock is not
 * trusted; else null. What a wrong clock erases cannot be restored.
 */
export function detectClockJump(now = Date.now()): string | null {
  const today = toLocalDate(now);
  const [, lastErasure = ""] = readProgress()?.split(" ") ?? [];
  const activityDays = [lastErasure, lastActivity(now)].filter((day) => day !== "" && day <= today);
  const last = activityDays.toSorted().at(-1);
  return last === undefined || last >= addDays(today, -MAX_IDLE_DAYS) ? null : last;
}

/**
 * The day of the newest change that a person made at least a day ago: changes made under a wrong clock must not
 * vouch for it at once. Newest is what was written last, whatever its date.
 */
function lastActivity(now: number) {
  const byPerson = or(isNotNull(audit.actorId), ne(audit.actorName, "site"));
  const row = db
    .select({ at: audit.at })
    .from(audit)
    .where(and(byPerson, lte(audit.at, now - DAY_MS)))
    .orderBy(desc(audit.id))
    .limit(1)
    .get();
  return row ? toLocalDate(row.at) : "";
}
