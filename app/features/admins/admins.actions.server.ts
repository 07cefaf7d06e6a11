import { can, type Permission, type Staff } from "~/features/auth/permissions";
import { setOneTimePassword } from "~/features/auth/lost-password.server";
import { requireFactor, resetFactor } from "~/features/auth/factor/second-factor.server";
import { MAY_NOT_EDIT, OWNERS_CREATE, OWNERS_DELETE } from "./admin.rules";
import { EditAdminInput, NewAdminInput, OneTimePassword } from "./admin.schema";
import { changeRights } from "./account-rights.server";
import { deleteAdmin, editAdmin, registerAdmin } from "./admins.server";
import { RIGHTS } from "~/features/auth/rights";
import { RightsInput } from "./rights.schema";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { parseInput } from "~/lib/parse-input";
import { clientIdFrom, shownFrom, versionFrom } from "~/lib/http/read-body.server";
import { deleteOnce } from "~/lib/http/idempotent-action.server";

type Done = { toast: string; id?: string };

/** The actions of the admins screen, by `intent`. Returns the toast, and whose row to come back to. */
export async function handleAdminAction(
  staff: Staff,
  { intent, id, ...form }: FormValues,
): Promise<Done> {
  // A box that is not ticked is not sent.
  const typed = { ...form, active: form.active === "on" };
  if (intent === "add") {
    assertPermitted(staff, "admins.register", OWNERS_CREATE);
    const admin = await registerAdmin(staff, parseInput(NewAdminInput, typed), clientIdFrom(form));
    return { toast: "Admin created", id: admin.id };
  }
  if (intent === "require-factor") {
    const required = form.required === "yes";
    requireFactor(staff, required);
    return { toast: required ? "A second factor is required" : "A second factor is not required" };
  }
  if (!id) throw new DomainError("invalid", "Admin id is required");
  if (intent === "one-time-password") {
    await setOneTimePassword(staff, id, parseInput(OneTimePassword, form).password);
    return { toast: "One-time password set", id };
  }
  if (intent === "reset-factor") {
    resetFactor(staff, id);
    return { toast: "Second factor reset", id };
  }
  if (intent === "delete") {
    assertPermitted(staff, "admins.delete", OWNERS_DELETE);
    return { toast: deleteOnce("admin", id, () => deleteAdmin(staff, id), "Admin deleted") };
  }
  if (intent === "rights") {
    changeRights(
      staff,
      id,
      parseInput(RightsInput, { ...form, rights: choicesFrom(form) }),
      versionFrom(form),
    );
    return { toast: "Rights saved", id };
  }
  assertPermitted(staff, "admins.update", MAY_NOT_EDIT);
  const shown = shownFrom(EditAdminInput, form);
  editAdmin(staff, id, parseInput(EditAdminInput, typed), versionFrom(form), shown);
  return { toast: "Admin updated", id };
}

const choicesFrom = (form: FormValues) =>
  Object.fromEntries(RIGHTS.map((right) => [right, form[`rights.${right}`]]));

/** The screen's own words for what the domain would reject as well. */
function assertPermitted(staff: Staff, permission: Permission, message: string) {
  if (!can(staff, permission)) throw new DomainError("forbidden", message);
}
