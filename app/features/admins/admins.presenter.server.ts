import { can, rightOfRole, type Staff } from "~/features/auth/permissions";
import { RIGHTS } from "~/features/auth/rights";
import {
  countWithoutFactor,
  hasFactor,
  isFactorRequired,
} from "~/features/auth/factor/second-factor.server";
import { hasPasskeys } from "~/features/auth/passkeys/passkeys.server";
import type { Admin } from "./admin.types";
import { MAY_NOT_EDIT, NOT_ONESELF, OWNERS_CREATE, OWNERS_ONLY } from "./admin.rules";
import type { RightsByRole } from "./admin.rules";
import { ListAdmins } from "./admin.schema";
import { countAdmins, findAdmin, listAdmins } from "./admins.server";
import { createId } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { pendingDelete } from "~/lib/http/current-url.server";
import { loadList } from "~/lib/http/load-or-error.server";
import { readQuery } from "~/lib/http/read-body.server";
import { toRupees } from "~/lib/money";
import { toTimestamp } from "~/lib/http/timestamp.server";

/** The admins screen. Throws a Response for `forbidden`. */
export async function adminsView(request: Request, staff: Staff) {
  const { q = "", page, add, edit, reset } = readQuery(request);
  const { items, pagination, failure, status } = await loadList(
    request,
    ListAdmins,
    { q, page, sort: "role,-createdAt" },
    (query) => listAdmins(staff, query),
  );
  const total = pagination && countAdmins(staff);
  const admins = items.map((admin) => toAdminRow(staff, admin));
  const deletable = admins.filter(({ noDelete }) => noDelete === null);
  const pendingDeletion = pendingDelete(request, deletable, can(staff, "admins.delete"));
  const form = openAdminForm(staff, add, edit);
  const isOwner = staff.role === "owner";
  const maySecure = can(staff, "admins.secure");
  const access = maySecure && edit && edit !== staff.id ? accessOf(staff, edit) : null;
  return {
    admins,
    total,
    pagination,
    failure,
    q,
    pendingDeletion,
    form,
    isOwner,
    access,
    pendingReset: reset && access?.factor ? access : null,
    required: maySecure ? { isRequired: isFactorRequired(), without: countWithoutFactor() } : null,
    httpStatus: status,
  };
}

/** An admin as a row of the list, with tooltips (`noEdit`, `noDelete`) for what the viewer may not do. */
const toAdminRow = (staff: Staff, { id, name, email, role, active, createdAt }: Admin) => ({
  id,
  name,
  email,
  role,
  active,
  created: toTimestamp(createdAt),
  isYou: id === staff.id,
  noEdit: disabledReason(staff, role) ? "No permission" : null,
  noDelete: !can(staff, "admins.delete") ? "Owner only" : id === staff.id ? NOT_ONESELF : null,
});

/** `newId` becomes a new admin's id, so that submitting twice adds one. `barred`: why the form is read-only. */
function openAdminForm(staff: Staff, add = "", edit = "") {
  const mayChangeRole = staff.role === "owner";
  if (add) {
    const barred = can(staff, "admins.register") ? null : OWNERS_CREATE;
    return { admin: null, newId: createId(), barred, mayChangeRole, rights: null };
  }
  const record = edit ? adminOrNone(staff, edit) : null;
  if (!record) return null;
  const { id, name, email, role, active, updatedAt: version } = record;
  const admin = { id, name, email, role, active, version };
  const rights = can(staff, "admins.rights") && role !== "owner" ? rightsView(record) : null;
  return { admin, newId: "", barred: disabledReason(staff, role), mayChangeRole, rights };
}

function rightsView({ id, name, role, updatedAt: version, rights, refundLimitPaise }: Admin) {
  const choices = RIGHTS.map((right) => [
    `rights.${right}`,
    rights[right] === undefined ? "role" : rights[right] ? "yes" : "no",
  ]);
  const refundLimit = refundLimitPaise === null ? "" : String(toRupees(refundLimitPaise));
  return {
    id,
    name,
    role,
    version,
    byRole: Object.fromEntries(
      RIGHTS.map((right) => [right, rightOfRole(role, right)]),
    ) as RightsByRole,
    values: { ...Object.fromEntries(choices), refundLimit } as Record<string, string>,
  };
}

/** How the account of `id` signs in; null for one that is not there. */
function accessOf(staff: Staff, id: string) {
  const admin = adminOrNone(staff, id);
  return admin && { id, name: admin.name, factor: factorOf(id) };
}

function factorOf(id: string): "code" | "passkey" | "both" | null {
  if (hasPasskeys(id)) return hasFactor(id) ? "both" : "passkey";
  return hasFactor(id) ? "code" : null;
}

function disabledReason(staff: Staff, other: Admin["role"]) {
  if (!can(staff, "admins.update")) return MAY_NOT_EDIT;
  return other === "owner" && staff.role !== "owner" ? OWNERS_ONLY : null;
}

function adminOrNone(staff: Staff, id: string) {
  try {
    return findAdmin(staff, id);
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}
