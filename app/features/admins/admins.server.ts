import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/client.server";
import { admins, sessions } from "db/schema";
import { allow, ROLES, type Actor, type Staff } from "~/features/auth/permissions";
import { record } from "~/features/audit/record-audit.server";
import { newId } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { pageOf, type Page } from "~/lib/pagination.schema";
import { countRows, inOrder, onPage, sorted } from "~/lib/pagination.server";
import { EMAIL_TAKEN, LAST_OWNER } from "~/lib/error-messages";
import { anyContains } from "~/lib/full-text-search.server";
import { refuseUnseen } from "~/lib/optimistic-lock";
import { inTransaction } from "~/lib/write-transaction.server";
import { addAdmin, refuseTakenEmail } from "./add-admin.server";
import { withoutHash, type Admin, type AdminRow } from "./admin.types";
import { NOT_ONESELF, OWNERS_ONLY } from "./admin.rules";
import type { AdminChanges, AdminQuery, NewAdmin } from "./admin.schema";
import { hashPassword, passwordFits } from "~/features/auth/passwords.server";

/** One page of the matching admins; by role, owners first, unless another sort is given (spec 2). */
export function listAdmins(actor: Actor, query: AdminQuery): Page<Admin> {
  allow(actor, "admins.read");
  const where = matching(query);
  const { page, limit } = query;
  const total = countRows(admins, where);
  const order = ordering(query);
  const rows = db
    .select()
    .from(admins)
    .where(onPage(admins.id, { where, order, total, page, limit }))
    .orderBy(...sorted(order))
    .all();
  return { items: rows.map(withoutHash), pagination: pageOf(total, page, limit) };
}

/** How many there are in all, whatever the search (spec 2: Total beside Showing). */
export function countAdmins(actor: Actor) {
  allow(actor, "admins.read");
  return countRows(admins, undefined);
}

/** Throws `not_found`. */
export function findAdmin(actor: Actor, id: string): Admin {
  allow(actor, "admins.read");
  return withoutHash(adminById(db, id));
}

/**
 * Throws `conflict` when the e-mail is taken, ignoring case. A form is drawn with the `id`, so that one that is
 * sent twice adds its admin once.
 */
export async function registerAdmin(actor: Actor, input: NewAdmin, id = newId()): Promise<Admin> {
  allow(actor, "admins.register");
  const passwordHash = await hashPassword(input.password);
  const { password, ...words } = input;
  const earlier = db.select().from(admins).where(eq(admins.id, id)).get();
  const isSame = earlier && isDeepStrictEqual({ ...earlier, ...words }, earlier);
  if (isSame && (await passwordFits(password, earlier.passwordHash))) return withoutHash(earlier);

  return inTransaction((tx) => {
    allow(asTheyAreNow(tx, actor), "admins.register");
    return addAdmin(tx, actor, { ...words, passwordHash, id: earlier ? newId() : id });
  });
}

/**
 * Changes the given fields. Only owners change roles or touch an owner; the last active owner stays one.
 * Disabling an admin ends their sessions. Throws `forbidden`, `not_found`, and `conflict`, also when the admin
 * has changed since it was read (its `updatedAt`, where given).
 */
export function editAdmin(actor: Actor, id: string, changes: AdminChanges, seenAt?: number): Admin {
  allow(actor, "admins.update");

  return inTransaction((tx) => {
    const before = adminById(tx, id);
    const after = { ...before, ...given(changes) };
    refuseMeddling(actor, before, after);
    if (isDeepStrictEqual(after, before)) return withoutHash(before);
    refuseUnseen("admin", before, seenAt);
    if (isActiveOwner(before) && !isActiveOwner(after)) refuseLastOwner(tx, id);
    if (after.email !== before.email) {
      refuseTakenEmail(tx, after.email, EMAIL_TAKEN, id);
    }

    const { name, email, role, active } = after;
    const row = tx
      .update(admins)
      .set({ name, email, role, active, updatedAt: Date.now() })
      .where(eq(admins.id, id))
      .returning()
      .get();
    if (!active) tx.delete(sessions).where(eq(sessions.adminId, id)).run();
    record(tx, actor, {
      action: "admin.edit",
      target: `admin ${id}`,
      before: { name: before.name, role: before.role, active: before.active },
      after: { name, role, active, ...emailChange(before, email) },
    });
    return withoutHash(row);
  });
}

/** Without the addresses: the log outlives the right to keep them. */
export const emailChange = (before: AdminRow, email: string) =>
  before.email === email ? {} : { email: "changed" };

/** Throws `invalid` for oneself, `conflict` for the last active owner, `not_found`. */
export function deleteAdmin(actor: Actor, id: string) {
  allow(actor, "admins.delete");

  inTransaction((tx) => {
    const admin = adminById(tx, id);
    if (admin.id === actor.id) throw new DomainError("invalid", NOT_ONESELF);
    if (isActiveOwner(admin)) refuseLastOwner(tx, id);
    tx.delete(admins).where(eq(admins.id, id)).run();
    record(tx, actor, {
      action: "admin.delete",
      target: `admin ${id}`,
      before: { name: admin.name, role: admin.role, active: admin.active },
    });
  });
}

/** Throws `not_found`. */
export function adminById(reader: Reader, id: string): AdminRow {
  const found = reader.select().from(admins).where(eq(admins.id, id)).get();
  if (!found) throw new DomainError("not_found", "Admin not found");
  return found;
}

/** The actor after slow work such as hashing a password: meanwhile they may have lost the right to it. */
export function asTheyAreNow(tx: Tx, actor: Staff): Actor {
  const row = tx.select().from(admins).where(eq(admins.id, actor.id)).get();
  return row?.active ? { ...actor, role: row.role } : null;
}

const isActiveOwner = ({ role, active }: AdminRow) => role === "owner" && active;

function refuseMeddling(actor: Staff, before: AdminRow, after: AdminRow) {
  if (actor.role === "owner") return;
  if (before.role === "owner" || after.role !== before.role) {
    throw new DomainError("forbidden", OWNERS_ONLY);
  }
}

function refuseLastOwner(tx: Tx, id: string) {
  const other = tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.role, "owner"), eq(admins.active, true), ne(admins.id, id)))
    .get();
  if (!other) throw new DomainError("conflict", LAST_OWNER);
}

const given = (changes: AdminChanges) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

function matching({ q, role, status }: AdminQuery) {
  return and(
    anyContains([admins.name, admins.email, admins.role], q),
    role.length ? inArray(admins.role, role) : undefined,
    status.length === 1 ? eq(admins.active, status[0] === "active") : undefined,
  );
}

/** By role owners come first, then admins, then editors (spec 2). */
function ordering({ sort }: AdminQuery) {
  const rank = sql`CASE ${admins.role} ${sql.join(
    ROLES.map((role, at) => sql`WHEN ${role} THEN ${at}`),
    sql` `,
  )} END`;
  const sortable = { createdAt: admins.id, name: admins.name, email: admins.email, role: rank };
  return inOrder(sort, sortable, admins.id);
}
