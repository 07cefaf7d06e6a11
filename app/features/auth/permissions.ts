import { DomainError } from "~/lib/errors";
import { LOGIN_REQUIRED, OWNERS_REGISTER, OWNERS_REMOVE, WRONG_ROLE } from "~/lib/error-messages";
import type { Right, RightsHolder } from "./rights";
import { ROLES, type Role } from "./roles";

export type Staff = RightsHolder & { id: string; name: string; email: string; sessionId: string };
/** A phone that can only check tickets. */
export type GateDevice = { id: string; name: string; isDevice: true };
export type GateActor = Staff | GateDevice;
export type Actor = GateActor | null;

const everyone = ROLES;
const managers = ["owner", "admin"] as const;
const owners = ["owner"] as const;

type PermissionRule = {
  roles: readonly Role[];
  rights?: readonly Right[];
  /** What else is needed: nobody refunds an order that they may not see. */
  within?: "orders.read" | "capacity.read" | "tickets.check-in";
};

/**
 * The roles that have each permission, as the specification says, and the rights by which owners grant or take it. The
 * first right takes it, each of them grants it.
 */
const PERMISSIONS = {
  "admins.register": { roles: owners },
  "admins.read": { roles: managers, rights: ["staff"] },
  "admins.update": { roles: managers, rights: ["staff"] },
  "admins.delete": { roles: owners },
  "admins.rights": { roles: owners },
  /** One-time passwords, second factors of others, and whether everyone needs one. */
  "admins.secure": { roles: owners },
  "animals.write": { roles: everyone, rights: ["animals"] },
  "animals.upload": { roles: managers, rights: ["animals"] },
  "animals.delete": { roles: managers, rights: ["animals"] },
  "messages.read": { roles: everyone, rights: ["messages"] },
  "messages.mark": { roles: everyone, rights: ["messages"] },
  "messages.delete": { roles: managers, rights: ["messages"] },
  "counter.sell": { roles: managers, rights: ["counter"] },
  "orders.read": { roles: managers, rights: ["orders", "refunds"] },
  "orders.update": { roles: managers, rights: ["orders"] },
  "orders.refund": { roles: managers, rights: ["refunds"], within: "orders.read" },
  "orders.delete": { roles: owners },
  "reports.read": { roles: managers, rights: ["reports"] },
  "payments.read": { roles: managers, rights: ["reports"] },
  "payments.lock": { roles: owners },
  /** Of somebody else. */
  "shifts.close": { roles: owners },
  "tickets.check-in": { roles: everyone, rights: ["gate"] },
  /** Nobody gives to a device what they may not do themselves. */
  "gate-devices.manage": { roles: managers, rights: ["staff", "zoo"], within: "tickets.check-in" },
  "capacity.read": { roles: managers, rights: ["capacity", "closing"] },
  "capacity.update": { roles: owners, rights: ["capacity"] },
  /** Owners can take it from all admins, too: `closing-right.server.ts`. */
  "capacity.close": { roles: managers, rights: ["closing"], within: "capacity.read" },
  "account.update": { roles: managers },
  "account.password": { roles: everyone },
  "audit.read": { roles: owners, rights: ["audit"] },
  "backups.read": { roles: owners },
  "outbox.read": { roles: owners },
  "outbox.send": { roles: owners },
  "privacy.manage": { roles: owners, rights: ["privacy"] },
  "zoo.update": { roles: owners, rights: ["zoo"] },
} as const satisfies Record<string, PermissionRule>;

export type Permission = keyof typeof PERMISSIONS;

const DENIED_MESSAGES: Partial<Record<Permission, string>> = {
  "admins.register": OWNERS_REGISTER,
  "admins.delete": OWNERS_REMOVE,
};

/** Whether a role has everything of a right, some of it, or nothing. */
export function rightOfRole(role: Role, right: Right): "yes" | "in part" | "no" {
  const granted = Object.values<PermissionRule>(PERMISSIONS)
    .filter(({ rights = [] }) => rights[0] === right)
    .map(({ roles }) => roles.includes(role));
  if (granted.length === 0 || !granted.includes(true)) return "no";
  return granted.includes(false) ? "in part" : "yes";
}

const DEVICE_PERMISSION = "tickets.check-in" satisfies Permission;

const isDevice = (who: object): who is GateDevice => "isDevice" in who;

/** Owners have every right, so that nobody can lock the last one out. A gate device has one, whatever else it says. */
export function can(
  who: RightsHolder | GateDevice | null | undefined,
  permission: Permission,
): boolean {
  if (!who) return false;
  if (isDevice(who)) return permission === DEVICE_PERMISSION;
  const { roles, rights = [], within }: PermissionRule = PERMISSIONS[permission];
  if (within && !can(who, within)) return false;
  const isByRole = roles.includes(who.role);
  if (who.role === "owner") return isByRole;
  const { rights: overrides = {} } = who;
  if (rights.some((right) => overrides[right])) return true;
  const [first] = rights;
  return isByRole && !(first && overrides[first] === false);
}

export function authorize(
  actor: Actor,
  permission: typeof DEVICE_PERMISSION,
): asserts actor is GateActor;
export function authorize(
  actor: Actor,
  permission: Exclude<Permission, typeof DEVICE_PERMISSION> | "sign-in",
): asserts actor is Staff;
export function authorize(
  actor: Actor,
  permission: Permission | "sign-in",
): asserts actor is GateActor;
export function authorize(actor: Actor, permission: Permission | "sign-in") {
  if (!actor) throw new DomainError("unauthenticated", LOGIN_REQUIRED);
  if (permission === "sign-in" && !isDevice(actor)) return;
  if (permission === "sign-in") throw new DomainError("forbidden", WRONG_ROLE);
  if (!can(actor, permission)) {
    throw new DomainError("forbidden", DENIED_MESSAGES[permission] ?? WRONG_ROLE);
  }
}
