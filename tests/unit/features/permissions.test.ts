import { describe, expect, test } from "vitest";
import { authorize, can, type Permission } from "~/features/auth/permissions";
import { RIGHTS, type Right, type RightOverrides, type RightsHolder } from "~/features/auth/rights";
import { ROLES, type Role } from "~/features/auth/roles";
import { asStaff } from "../../support/data/factories";

/** Specification 6, with what contract 4 adds to it. */
const GRANTED: Record<Permission, string> = {
  "admins.register": "owner",
  "admins.read": "owner, admin",
  "admins.update": "owner, admin",
  "admins.delete": "owner",
  "admins.rights": "owner",
  "admins.secure": "owner",
  "animals.write": "owner, admin, editor",
  "animals.upload": "owner, admin",
  "animals.delete": "owner, admin",
  "messages.read": "owner, admin, editor",
  "messages.mark": "owner, admin, editor",
  "messages.delete": "owner, admin",
  "counter.sell": "owner, admin",
  "orders.read": "owner, admin",
  "orders.update": "owner, admin",
  "orders.refund": "owner, admin",
  "orders.delete": "owner",
  "reports.read": "owner, admin",
  "payments.read": "owner, admin",
  "payments.lock": "owner",
  "shifts.close": "owner",
  "tickets.check-in": "owner, admin, editor",
  "gate-devices.manage": "owner, admin",
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

  expect(can({ role }, permission)).toBe(granted);
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
  for (const permission of permissions) expect(can({ role: role as Role }, permission)).toBe(false);
});

test("a gate device checks tickets and may do nothing else, whatever role it claims", () => {
  const device = { id: "1", name: "East gate", isDevice: true as const };
  const claims = { ...device, role: "owner" as const, rights: { zoo: true } };
  for (const who of [device, claims]) {
    expect(permissions.filter((each) => can(who, each))).toEqual(["tickets.check-in"]);
    for (const each of [...permissions, "sign-in" as const].filter(
      (one) => !can(who, one as Permission),
    ))
      expect(() => authorize(who, each)).toThrowError(
        expect.objectContaining({ code: "forbidden" }),
      );
  }
});

describe("rights of an account", () => {
  const holder = (role: Role, rights: RightOverrides) => ({ role, rights });
  const all = (granted: boolean) =>
    Object.fromEntries(RIGHTS.map((right) => [right, granted])) as RightOverrides;

  test.each<[Right, gained: string[], lost: string[]]>([
    ["gate", [], ["tickets.check-in", "gate-devices.manage"]],
    ["counter", ["counter.sell"], ["counter.sell"]],
    ["orders", ["orders.read", "orders.update"], ["orders.read", "orders.update", "orders.refund"]],
    ["refunds", ["orders.read", "orders.refund"], ["orders.refund"]],
    ["closing", ["capacity.read", "capacity.close"], ["capacity.close"]],
    ["capacity", ["capacity.read", "capacity.update"], ["capacity.read", "capacity.close"]],
    ["reports", ["reports.read", "payments.read"], ["reports.read", "payments.read"]],
    [
      "animals",
      ["animals.upload", "animals.delete"],
      ["animals.write", "animals.upload", "animals.delete"],
    ],
    ["messages", ["messages.delete"], ["messages.read", "messages.mark", "messages.delete"]],
    [
      "staff",
      ["admins.read", "admins.update", "gate-devices.manage"],
      ["admins.read", "admins.update", "gate-devices.manage"],
    ],
    ["zoo", ["zoo.update", "gate-devices.manage"], []],
    ["audit", ["audit.read"], []],
    ["privacy", ["privacy.manage"], []],
  ])("%s is granted to an editor, and taken from an admin, as a whole", (right, gained, lost) => {
    const [editor, admin] = [
      holder("editor", { [right]: true }),
      holder("admin", { [right]: false }),
    ];
    const differs = (role: Role, changed: RightsHolder) =>
      permissions.filter((each) => can(changed, each) !== can({ role }, each)).toSorted();
    expect(differs("editor", editor)).toEqual(gained.toSorted());
    expect(differs("admin", admin)).toEqual(lost.toSorted());
  });

  test("none makes an owner of an editor, nor takes anything from an owner", () => {
    const ownersOnly = permissions.filter((each) => !can(holder("editor", all(true)), each));
    expect(ownersOnly).toEqual([
      ...["admins.register", "admins.delete", "admins.rights", "admins.secure"],
      ...["orders.delete", "payments.lock"],
      "shifts.close",
      ...["backups.read", "outbox.read", "outbox.send", "account.update"],
    ]);
    for (const each of permissions) expect(can(holder("owner", all(false)), each)).toBe(true);
  });

  test("without any right staff still change their own password", () => {
    const left = permissions.filter((each) => can(holder("admin", all(false)), each));
    expect(left).toEqual(["account.update", "account.password"]);
  });
});
