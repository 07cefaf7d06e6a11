import { can, type Permission, type Staff } from "~/features/auth/permissions";
import { MAY_NOT_EDIT, OWNERS_CREATE, OWNERS_DELETE } from "./admin.rules";
import { EditAdminInput, NewAdminInput } from "./admin.schema";
import { deleteAdmin, editAdmin, registerAdmin } from "./admins.server";
import { DomainError } from "~/lib/errors";
import type { Fields } from "~/lib/form-values";
import { parse } from "~/lib/parse-input";
import { newIdIn, seenIn } from "~/lib/http/read-body.server";
import { unlessGone } from "~/lib/http/idempotent-action.server";

type Done = { toast: string; id?: string };

/** The actions of the admins screen, by `intent`. Returns the toast, and whose row to come back to. */
export async function actOnAdmins(staff: Staff, { intent, id, ...form }: Fields): Promise<Done> {
  // A box that is not ticked is not sent.
  const typed = { ...form, active: form.active === "on" };
  if (intent === "add") {
    refuse(staff, "admins.register", OWNERS_CREATE);
    const admin = await registerAdmin(staff, parse(NewAdminInput, typed), newIdIn(form));
    return { toast: "Admin created", id: admin.id };
  }
  if (!id) throw new DomainError("invalid", "Admin id is required");
  if (intent === "delete") {
    refuse(staff, "admins.delete", OWNERS_DELETE);
    return { toast: unlessGone("admin", id, () => deleteAdmin(staff, id), "Admin deleted") };
  }
  refuse(staff, "admins.update", MAY_NOT_EDIT);
  editAdmin(staff, id, parse(EditAdminInput, typed), seenIn(form));
  return { toast: "Admin updated", id };
}

/** The screen's own words for what the domain would refuse as well (spec 5). */
function refuse({ role }: Staff, permission: Permission, words: string) {
  if (!can(role, permission)) throw new DomainError("forbidden", words);
}
