import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { admins, sessions } from "db/schema";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { ROLES } from "~/features/auth/roles";
import { recordAudit } from "~/features/audit/record-audit.server";
import { enqueueAccountMail } from "~/features/mail/enqueue-mail.server";
import { createId } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { toPage, type Page } from "~/lib/pagination.schema";
import { countRows, orderBy, pageCondition, toOrderSql } from "~/lib/pagination.server";
import { EMAIL_TAKEN, LAST_OWNER } from "~/lib/error-messages";
import { columnsContain } from "~/lib/full-text-search.server";
import { assertNotStale, editedFields } from "~/lib/optimistic-lock";
import { searchTerms } from "~/lib/text/search-text";
import { transaction } from "~/lib/write-transaction.server";
import { addAdmin, assertEmailAvailable } from "./add-admin.server";
import { toPublicAdmin, type Admin, type AdminRecord } from "./admin.types";
import { NOT_ONESELF, OWNERS_ONLY } from "./admin.rules";
import type { AdminChanges, AdminQuery, NewAdmin } from "./admin.schema";
import { hashPassword, verifyPassword } from "~/features/auth/passwords.server";

/** One page of the matching admins; by role, owners first, unless another sort is given. */
export function listAdmins(actor: Actor, query: AdminQuery): Page<Admin> {
  authorize(actor, "admins.read");
  const where = matching(query);
  const { page, limit } = query;
  const total = countRows(admins, where);
  const order = ordering(query);
  const rows = db
    .select()
    .from(admins)
    .where(pageCondition(admins.id, { where, order, total, page, limit }))
    .orderBy(...toOrderSql(order))
    .all();
  return { items: rows.map(toPublicAdmin), pagination: toPage(total, page, limit) };
}

/** How many there are in all, whatever the search. */
export function countAdmins(actor: Actor) {
  authorize(actor, "admins.read");
  return countRows(admins, undefined);
}

/** Throws `not_found`. */
export function findAdmin(actor: Actor, id: string): Admin {
  authorize(actor, "admins.read");
  return toPublicAdmin(adminById(db, id));
}

/** A form is rendered with the `id`, so that one that is sent twice adds its admin once. Throws `conflict`. */
export async function registerAdmin(
  actor: Actor,
  input: NewAdmin,
  id = createId(),
): Promise<Admin> {
  authorize(actor, "admins.register");
  const passwordHash = await hashPassword(input.password);
  const { password, ...rest } = input;
  const earlier = db.select().from(admins).where(eq(admins.id, id)).get();
  const isSame = earlier && isDeepStrictEqual({ ...earlier, ...rest }, earlier);
  if (isSame && (await verifyPassword(password, earlier.passwordHash)))
    return toPublicAdmin(earlier);

  return transaction((tx) => {
    authorize(reloadActor(tx, actor), "admins.register");
    return addAdmin(tx, actor, { ...rest, passwordHash, id: earlier ? createId() : id });
  });
}

/**
 * Only owners change roles or touch an owner; the last active one stays. With what the form showed, only fields that
 * differ from it change, instead of the version. Throws `conflict`.
 */
export function editAdmin(
  actor: Actor,
  id: string,
  changes: AdminChanges,
  expectedVersion?: number,
  shown?: AdminChanges,
): Admin {
  authorize(actor, "admins.update");

  return transaction((tx) => {
    const before = adminById(tx, id);
    const edited = shown ? editedFields(changes, shown, before) : changes;
    const after = { ...before, ...providedFields(edited) };
    assertMayEdit(actor, before, after);
    if (isDeepStrictEqual(after, before)) return toPublicAdmin(before);
    if (!shown) assertNotStale("admin", before, expectedVersion);
    if (isActiveOwner(before) && !isActiveOwner(after)) assertNotLastOwner(tx, id);
    if (after.email !== before.email) {
      assertEmailAvailable(tx, after.email, EMAIL_TAKEN, id);
    }

    const { name, email, role, active } = after;
    const row = tx
      .update(admins)
      .set({
        name,
        email,
        role,
        active,
        ...addressChange(tx, before, email),
        updatedAt: Date.now(),
      })
      .where(eq(admins.id, id))
      .returning()
      .get();
    if (!active) tx.delete(sessions).where(eq(sessions.adminId, id)).run();
    recordAudit(tx, actor, {
      action: "admin.edit",
      target: `admin ${id}`,
      before: { name: before.name, role: before.role, active: before.active },
      after: { name, role, active, ...emailChange(before, email) },
    });
    return toPublicAdmin(row);
  });
}

/** Without the addresses: the log outlives the right to keep them. */
export const emailChange = (before: AdminRecord, email: string) =>
  before.email === email ? {} : { email: "changed" };

/** Tells the address that an account had of the new one, which then gets no link to another password for some days. */
export function addressChange(tx: Tx, before: AdminRecord, email: string) {
  if (before.email.toLowerCase() === email.toLowerCase()) return {};
  enqueueAccountMail(tx, "emailAddress", before.email);
  return { emailChangedAt: Date.now() };
}

/** Throws `invalid` for oneself, `conflict` for the last active owner, `not_found`. */
export function deleteAdmin(actor: Actor, id: string) {
  authorize(actor, "admins.delete");

  transaction((tx) => {
    const admin = adminById(tx, id);
    if (admin.id === actor.id) throw new DomainError("invalid", NOT_ONESELF);
    if (isActiveOwner(admin)) assertNotLastOwner(tx, id);
    tx.delete(admins).where(eq(admins.id, id)).run();
    recordAudit(tx, actor, {
      action: "admin.delete",
      target: `admin ${id}`,
      before: { name: admin.name, role: admin.role, active: admin.active },
    });
  });
}

/** Throws `not_found`. */
export function adminById(reader: Reader, id: string): AdminRecord {
  const admin = reader.select().from(admins).where(eq(admins.id, id)).get();
  if (!admin) throw new DomainError("not_found", "Admin not found");
  return admin;
}

/** The actor after slow work such as hashing a password: meanwhile they may have lost the right to it. */
export function reloadActor(tx: Tx, actor: Staff): Actor {
  const row = tx.select().from(admins).where(eq(admins.id, actor.id)).get();
  if (!row?.active) return null;
  const { role, rights, refundLimitPaise } = row;
  return { ...actor, role, rights, refundLimitPaise };
}

const isActiveOwner = ({ role, active }: AdminRecord) => role === "owner" && active;

function assertMayEdit(actor: Staff, before: AdminRecord, after: AdminRecord) {
  if (actor.role === "owner") return;
  if (before.role === "owner" || after.role !== before.role) {
    throw new DomainError("forbidden", OWNERS_ONLY);
  }
}

function assertNotLastOwner(tx: Tx, id: string) {
  const other = tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.role, "owner"), eq(admins.active, true), ne(admins.id, id)))
    .get();
  if (!other) throw new DomainError("conflict", LAST_OWNER);
}

const providedFields = (changes: AdminChanges) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

function matching({ q, role, status }: AdminQuery) {
  return and(
    q ? columnsContain([admins.name, admins.email, admins.role], searchTerms(q)) : undefined,
    role.length ? inArray(admins.role, role) : undefined,
    status.length === 1 ? eq(admins.active, status[0] === "active") : undefined,
  );
}

function ordering({ sort }: AdminQuery) {
  const rank = sql`CASE ${admins.role} ${sql.join(
    ROLES.map((role, at) => sql`WHEN ${role} THEN ${at}`),
    sql` `,
  )} END`;
  const name = sql`fold_text(${admins.name})`;
  const sortable = { createdAt: admins.id, name, email: admins.email, role: rank };
  return orderBy(sort, sortable, admins.id);
}
