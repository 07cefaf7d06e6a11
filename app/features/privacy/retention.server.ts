import { and, gt, lte, sql } from "drizzle-orm";
import { orders } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { record } from "~/features/audit/record-audit.server";
import { addDays } from "~/lib/dates";
import { countRows } from "~/lib/pagination.server";
import { setSiteSetting, siteSetting } from "~/lib/app-settings.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { zooDay } from "~/lib/time-zone.server";

/** Days after a visit for which contact data is kept. */
export const contactDays = () => siteSetting("contact_days");

/** Sets that number of days; older data is erased at the next upkeep. Throws `forbidden`. */
export function keepContacts(actor: Actor, { days }: { days: number }) {
  allow(actor, "privacy.manage");
  inTransaction((tx) => {
    const before = siteSetting("contact_days");
    if (before === days) return;
    setSiteSetting(tx, "contact_days", days);
    record(tx, actor, {
      action: "privacy.keep",
      target: "privacy",
      before: { days: before },
      after: { days },
    });
  });
}

/** The last day of visits whose contact data is erased when it is kept for this many days. */
export const lastDayToErase = (days: number, now = Date.now()) => addDays(zooDay(now), -days);

/** How many orders have contact data now, and would not with fewer days. Throws `forbidden`. */
export function ordersToErase(actor: Actor, days: number) {
  allow(actor, "privacy.manage");
  const due = and(
    gt(orders.visitDate, lastDayToErase(contactDays())),
    lte(orders.visitDate, lastDayToErase(days)),
  );
  // Two counts in indexes: reading each order for its address would take seconds in a large zoo.
  const isErased = sql`${orders.contactEmail} = ''`;
  return countRows(orders, due) - countRows(orders, and(due, isErased));
}
