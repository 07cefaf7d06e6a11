import { can, type Staff } from "~/features/auth/permissions";
import type { Admin } from "./admin.types";
import { MAY_NOT_EDIT, NOT_ONESELF, OWNERS_CREATE, OWNERS_ONLY } from "./admin.rules";
import { findAdmin } from "./admins.server";
import { newId } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { whenOf } from "~/lib/http/timestamp.server";

/** An admin as a row of the list, with tooltips for what the viewer may not do. */
export const adminRow = (staff: Staff, { id, name, email, role, active, createdAt }: Admin) => ({
  id,
  name,
  email,
  role,
  active,
  created: whenOf(createdAt),
  isYou: id === staff.id,
  noEdit: barredFrom(staff, role) ? "No permission" : null,
  noDelete: !can(staff.role, "admins.delete") ? "Owner only" : id === staff.id ? NOT_ONESELF : null,
});

/** The form that `?add=1` or `?edit=id` opens; none when there is no such admin. */
export function openAdminForm(staff: Staff, add = "", edit = "") {
  const mayChangeRole = staff.role === "owner";
  if (add) {
    const barred = can(staff.role, "admins.register") ? null : OWNERS_CREATE;
    return { admin: null, newId: newId(), barred, mayChangeRole };
  }
  const found = edit ? adminOrNone(staff, edit) : null;
  if (!found) return null;
  const { id, name, email, role, active, updatedAt: seenAt } = found;
  const admin = { id, name, email, role, active, seenAt };
  return { admin, newId: "", barred: barredFrom(staff, role), mayChangeRole };
}

function barredFrom({ role }: Staff, other: Admin["role"]) {
  if (!can(role, "admins.update")) return MAY_NOT_EDIT;
  return other === "owner" && role !== "owner" ? OWNERS_ONLY : null;
}

function adminOrNone(staff: Staff, id: string) {
  try {
    return findAdmin(staff, id);
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}
