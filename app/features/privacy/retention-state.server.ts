import { and, desc, isNotNull, lte, ne, or } from "drizzle-orm";
import { db } from "db/client.server";
import { audit } from "db/schema";
import { addDays, DAY_MS } from "~/lib/dates";
import { storedValue, storeValue } from "~/lib/key-value-store.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { zooDay } from "~/lib/time-zone.server";

/** A longer gap without any activity means a wrong clock rather than a zoo at rest. */
const LONGEST_REST_DAYS = 31;

/** The last day of visits that is fully erased, and the day on which that was done, with a blank between. */
const PROGRESS = "contacts_erased";

/** Whether everything up to this day of visits was already erased today. */
export const isErased = (upTo: string, today: string) => progress() === `${upTo} ${today}`;

/** Records that everything up to this day of visits was erased today. */
export function markErased(upTo: string, today: string) {
  inTransaction((tx) => storeValue(tx, PROGRESS, `${upTo} ${today}`), "nothing");
}

const progress = () => storedValue(PROGRESS);

/**
 * The last day on which the clock is known to have been right, if that is so long ago that the clock is not
 * trusted; else null. What a wrong clock erases cannot be restored.
 */
export function leapOfClock(now = Date.now()): string | null {
  const today = zooDay(now);
  const [, lastErasing = ""] = progress()?.split(" ") ?? [];
  const signs = [lastErasing, lastSign(now)].filter((day) => day !== "" && day <= today);
  const last = signs.toSorted().at(-1);
  return last === undefined || last >= addDays(today, -LONGEST_REST_DAYS) ? null : last;
}

/**
 * The day of the newest change that a person made at least a day ago: changes made under a wrong clock must not
 * vouch for it at once. Newest is what was written last, whatever its date.
 */
function lastSign(now: number) {
  const bySomebody = or(isNotNull(audit.actorId), ne(audit.actorName, "site"));
  const row = db
    .select({ at: audit.at })
    .from(audit)
    .where(and(bySomebody, lte(audit.at, now - DAY_MS)))
    .orderBy(desc(audit.id))
    .limit(1)
    .get();
  return row ? zooDay(row.at) : "";
}
