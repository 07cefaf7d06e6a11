import { and, gt, lte, sql } from "drizzle-orm";
import { orders } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { recordAudit } from "~/features/audit/record-audit.server";
import { addDays } from "~/lib/dates";
import { countRows } from "~/lib/pagination.server";
import { setAppSetting, getAppSetting } from "~/lib/app-settings.server";
import { transaction } from "~/lib/write-transaction.server";
import { toLocalDate } from "~/lib/time-zone.server";

/** Days after a visit for which contact data is stored. */
export const retentionDays = () => getAppSetting("contact_days");

/** Older data is erased by the next maintenance. Throws `forbidden`. */
export function setRetentionDays(actor: Actor, { days }: { days: number }) {
  authorize(actor, "privacy.manage");
  transaction((tx) => {
    const before = getAppSetting("contact_days");
    if (before === days) return;
    setAppSetting(tx, "contact_days", days);
    recordAudit(tx, actor, {
      action: "privacy.keep",
      target: "privacy",
      before: { days: before },
      after: { days },
    });
  });
}

/** The last visit day whose contact data is due for erasure. */
export const lastDayToErase = (days: number, now = Date.now()) => addDays(toLocalDate(now), -days);

/** How many more orders a shorter retention period would anonymize. Throws `forbidden`. */
export function ordersToErase(actor: Actor, days: number) {
  authorize(actor, "privacy.manage");
  const due = and(
    gt(orders.visitDate, lastDayToErase(retentionDays())),
    lte(orders.visitDate, lastDayToErase(days)),
  );
  // Two counts from indexes: reading every order takes seconds with a million orders.
  const hasNoContact = sql`contact_email = '' AND contact_name = '' AND contact_phone = ''`; // as the index
  return countRows(orders, due) - countRows(orders, and(due, hasNoContact));
}
