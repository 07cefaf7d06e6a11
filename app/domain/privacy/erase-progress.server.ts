import { and, desc, isNotNull, lte, ne, or } from "drizzle-orm";
import { db } from "db/client.server";
import { audit } from "db/schema";
import { addDays, DAY_MS } from "../clock";
import { note, noted } from "../noted.server";
import { inTransaction } from "../transaction.server";
import { zooDay } from "../zoo-time.server";

/** Longer than this without a sign of anybody, it is rather the clock that is wrong than the zoo that rested. */
const LONGEST_REST_DAYS = 31;

/** Up to which day of visits everything has been erased, and the day on which it was: two days with a blank. */
const PROGRESS = "contacts_erased";

/** Whether all of up to this day of visits was erased today already. */
export const isErased = (upTo: string, today: string) => progress() === `${upTo} ${today}`;

/** Writes down that all of up to this day of visits was erased today. */
export function markErased(upTo: string, today: string) {
  inTransaction((tx) => note(tx, PROGRESS, `${upTo} ${today}`), "nothing");
}

const progress = () => noted(PROGRESS);

/**
 * The last day before now on which the clock is known to have been right, when that is so long ago that the
 * clock is not believed; else null. Nothing brings back what a clock erased that was wrong for a moment.
 */
export function leapOfClock(now = Date.now()): string | null {
  const today = zooDay(now);
  const [, lastErasing = ""] = progress()?.split(" ") ?? [];
  const signs = [lastErasing, lastSign(now)].filter((day) => day !== "" && day <= today);
  const last = signs.toSorted().at(-1);
  return last === undefined || last >= addDays(today, -LONGEST_REST_DAYS) ? null : last;
}

/**
 * The day of the newest change that somebody made a day ago or earlier: what is done under a wrong clock does
 * not vouch for it before it has been wrong for a day. Newest is what was written last.
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
