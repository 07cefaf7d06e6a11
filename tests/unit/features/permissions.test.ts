import { expect, test } from "vitest";
import { authorize, can, type Permission } from "~/features/auth/permissions";
import { ROLES, type Role } from "~/features/auth/roles";
import { asStaff } from "../../support/data/factories";

/** Specification 6, with what contract 4 adds to it. */
const GRANTED: Record<Permission, string> = {
  "admins.register": "owner",
  "admins.read": "owner, admin",
  "admins.update": "owner, admin",
  "admins.delete": "owner",
  "admins.secure": "owner",
  "animals.write": "owner, admin, editor",
  "animals.upload": "owner, admin",
  "animals.delete": "owner, admin",
  "messages.read": "owner, admin, editor",
  "messages.mark": "owner, admin, editor",
  "messages.delete": "owner, admin",
  "orders.read": "owner, admin",
  "orders.update": "owner, admin",
  "orders.delete": "owner",
  "payments.read": "owner, admin",
  "payments.lock": "owner",
  "tickets.check-in": "owner, admin, editor",
  "capacity.read": "owner, admin",
  "capacity.update": "owner",
  "capacity.close": "owner, admin",
  "audit.read": "owner",
  "backups.read": "owner",
  "outbox.read": "owner",
  "outbox.send": "owner",
  "privacy.manage": "owner",
  "zoo.update": "owner",
  "account.update": "owner, admin",
  "account.password": "owner, admin, editor",
};
const permissions = Object.keys(GRANTED) as Permission[];
const cells = permissions.flatMap((permission) =>
  ROLES.map((role) => ({
    role,
    permission,
    granted: GRANTED[permission].split(", ").includes(role),
  })),
);

const staff = (role: Role) => asStaff({ id: "1", name: "Asha Rao", email: "asha@zoo.test", role });

test.each(cells)("$role and $permission: $granted", ({ role, permission, granted }) => {
  const attempt = () => authorize(staff(role), permission);

  expect(can(role, permission)).toBe(granted);
  if (granted) expect(attempt).not.toThrow();
  else expect(attempt).toThrowError(expect.objectContaining({ code: "forbidden" }));
});

test.each(permissions)("anonymous users lack %s and are asked to sign in", (permission) => {
  expect(can(undefined, permission)).toBe(false);
  expect(() => authorize(null, permission)).toThrowError(
    expect.objectContaining({ code: "unauthenticated", message: "Forbidden: login required" }),
  );
});

test.each(["guest", "", "OWNER", "constructor", "__proto__"])("rejects the role '%s'", (role) => {
  for (const permission of permissions) expect(can(role as Role, permission)).toBe(false);
});
