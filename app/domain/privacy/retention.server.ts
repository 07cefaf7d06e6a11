import { inTransaction } from "db/client.server";
import { allow, type Actor } from "../access";
import { record } from "../audit.server";
import { setSiteSetting, siteSetting } from "../site-settings.server";

/** Public. How many days after a visit it is kept whose it was. */
export const contactDays = () => siteSetting("contact_days");

/** Sets that number of days; what is older goes with the next tidying. Throws `forbidden`. */
export function keepContacts(actor: Actor, { days }: { days: number }) {
  allow(actor, "privacy.manage");
  inTransaction((tx) => {
    const before = siteSetting("contact_days", tx);
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
