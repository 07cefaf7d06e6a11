import { and, desc, isNotNull, lte, ne, or } from "drizzle-orm";
import { db } from "db/connection.server";
import { audit } from "db/schema";
import { addDays, DAY_MS } from "~/lib/dates";
import { getValue, setValue } from "~/lib/key-value-store.server";
import { transaction } from "~/lib/write-transaction.server";
import { toLocalDate } from "~/lib/time-zone.server";

/** A longer gap without activity is taken for a wrong clock. */
const MAX_IDLE_DAYS = 31;

/** Value: the last visit day that is erased and the day of that run, separated by a space. */
const PROGRESS_KEY = "contacts_erased";

/** Whether visits up to this day were already erased today. */
export const isErased = (upTo: string, today: string) => readProgress() === `${upTo} ${today}`;

export function markErased(upTo: string, today: string) {
  transaction((tx) => setValue(tx, PROGRESS_KEY, `${upTo} ${today}`), "none");
}

const readProgress = () => getValue(PROGRESS_KEY);

/** The last day with activity if too long ago, else null: a wrong clock would erase data for good. */
export function detectClockJump(now = Date.now()): string | null {
  const today = toLocalDate(now);
  const [, lastErasure = ""] = readProgress()?.split(" ") ?? [];
  const activityDays = [lastErasure, lastActivity(now)].filter((day) => day !== "" && day <= today);
  const last = activityDays.toSorted().at(-1);
  return last === undefined || last >= addDays(today, -MAX_IDLE_DAYS) ? null : last;
}

/** The day of the last change by a person, ignoring the last 24 hours, when the clock may already be wrong. */
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
