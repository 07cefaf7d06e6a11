import { and, count, gt, lte, ne } from "drizzle-orm";
import { db } from "db/client.server";
import { orders } from "db/schema";
import { allow, type Actor } from "../access";
import { record } from "../audit.server";
import { addDays } from "../clock";
import { setSiteSetting, siteSetting } from "../site-settings.server";
import { zooDay } from "../zoo-time.server";
import { inTransaction } from "../transaction.server";

/** Public. How many days after a visit it is kept whose it was. */
export const contactDays = () => siteSetting("contact_days");

/** Sets that number of days; what is older goes with the next tidying. Throws `forbidden`. */
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

/** The last day of visits whose contact data goes when it is kept for so many days. */
export const lastDayToErase = (days: number, now = Date.now()) => addDays(zooDay(now), -days);

/** How many orders say whose they were now, and would not with fewer days. Throws `forbidden`. */
export function ordersToErase(actor: Actor, days: number) {
  allow(actor, "privacy.manage");
  const found = db
    .select({ orders: count() })
    .from(orders)
    .where(
      and(
        gt(orders.visitDate, lastDayToErase(contactDays())),
        lte(orders.visitDate, lastDayToErase(days)),
        ne(orders.contactEmail, ""),
      ),
    )
    .get();
  return found?.orders ?? 0;
}
