import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, can, type Actor, type Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import { getValue, setValue } from "~/lib/key-value-store.server";
import { transaction } from "~/lib/write-transaction.server";

const OWNERS_CLOSE = "Only owners close days and open them again, as the owner has decided";

/** Whether the owner lets admins close days and slots and open them again. */
export const mayAdminsClose = () => getValue("admins_close") !== "no";

export const mayClose = (staff: Staff) =>
  can(staff, "capacity.close") &&
  (staff.rights?.closing === true || can(staff, "capacity.update") || mayAdminsClose());

/** Throws `forbidden`, also where the owner has taken this right from admins. */
export function authorizeClosing(actor: Actor): asserts actor is Staff {
  authorize(actor, "capacity.close");
  if (!mayClose(actor)) throw new DomainError("forbidden", OWNERS_CLOSE);
}

export function setAdminsClose(actor: Actor, allowed: boolean) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    const before = mayAdminsClose();
    if (before === allowed) return;
    setValue(tx, "admins_close", allowed ? "yes" : "no");
    recordAudit(tx, actor, {
      action: "zoo.closing",
      target: "closing",
      before: { adminsClose: before },
      after: { adminsClose: allowed },
    });
  });
}
