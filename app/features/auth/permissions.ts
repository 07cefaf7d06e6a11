import { DomainError } from "~/lib/errors";
import { LOGIN_REQUIRED, OWNERS_REGISTER, OWNERS_REMOVE, WRONG_ROLE } from "~/lib/error-messages";
import { ROLES, type Role } from "./roles";

export type Staff = { id: string; name: string; email: string; role: Role; sessionId: string };
export type Actor = Staff | null;

const everyone = ROLES;
const managers = ["owner", "admin"] as const;
const owners = ["owner"] as const;

const PERMISSIONS = {
  "admins.register": owners,
  "admins.read": managers,
  "admins.update": managers,
  "admins.delete": owners,
  /** One-time passwords, second factors of others, and whether everyone needs one. */
  "admins.secure": owners,
  "animals.write": everyone,
  "animals.upload": managers,
  "animals.delete": managers,
  "messages.read": everyone,
  "messages.mark": everyone,
  "messages.delete": managers,
  "orders.read": managers,
  "orders.update": managers,
  "orders.delete": owners,
  "payments.read": managers,
  "payments.lock": owners,
  "tickets.check-in": everyone,
  "capacity.read": managers,
  "capacity.update": owners,
  /** Owners can take it from admins: `closing-right.server.ts`. */
  "capacity.close": managers,
  "account.update": managers,
  "account.password": everyone,
  "audit.read": owners,
  "backups.read": owners,
  "outbox.read": owners,
  "outbox.send": owners,
  "privacy.manage": owners,
  "zoo.update": owners,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

const DENIED_MESSAGES: Partial<Record<Permission, string>> = {
  "admins.register": OWNERS_REGISTER,
  "admins.delete": OWNERS_REMOVE,
};

export const can = (role: Role | undefined, permission: Permission) =>
  role !== undefined && (PERMISSIONS[permission] as readonly Role[]).includes(role);

export function authorize(
  actor: Actor,
  permission: Permission | "sign-in",
): asserts actor is Staff {
  if (!actor) throw new DomainError("unauthenticated", LOGIN_REQUIRED);
  if (permission === "sign-in") return;
  if (!can(actor.role, permission)) {
    throw new DomainError("forbidden", DENIED_MESSAGES[permission] ?? WRONG_ROLE);
  }
}
