import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { admins, animals, audit, sessions } from "db/schema";
import type { Role } from "~/features/auth/roles";
import {
  changePassword,
  endOwnSession,
  ownSessions,
  updateAccount,
} from "~/features/admins/account.server";
import { editAdmin, registerAdmin } from "~/features/admins/admins.server";
import { verifyCredentials } from "~/features/auth/verify-credentials.server";
import { createAnimal, editAnimal } from "~/features/animals/edit-animal.server";
import { DomainError } from "~/lib/errors";
import { anAdmin, anAnimal, asStaff, quickHash } from "../../support/data/factories";

vi.mock(import("~/features/auth/passwords.server"), async (actual) => ({
  ...(await actual()),
  hashPassword: async (password: string) => quickHash(password),
}));
const rows = () =>
  new Map(
    db
      .select()
      .from(admins)
      .all()
      .map((row) => [row.id, row]),
  );

/** True when it was done, false when it was refused; anything else is a fault. */
async function tried(work: () => unknown) {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return false;
  }
}

const someone = (role: Role) => ({
  name: "Eve",
  email: `${crypto.randomUUID()}@zoo.test`,
  password: "x",
  role,
  active: true,
});

test("lists and ends only one's own sessions, the last used first", () => {
  const [asha, ravi] = [asStaff(anAdmin()), asStaff(anAdmin())];
  const open = (id: string, adminId: string, lastSeenAt: number, expiresAt = Date.now() + 1_000) =>
    db.insert(sessions).values({ id, adminId, lastSeenAt, expiresAt, createdAt: 0 }).run();
  open("laptop", asha.id, 1);
  open("phone", asha.id, 3);
  open("over", asha.id, 2, Date.now());
  open("of Ravi", ravi.id, 4);
  const here = { ...asha, sessionId: "laptop" };
  const seen = () => ownSessions(here).map(({ id, isThisOne }) => [id, isThisOne]);

  expect(seen()).toEqual([
    ["phone", false],
    ["laptop", true],
  ]);
  endOwnSession(here, "phone");
  expect(() => endOwnSession(here, "of Ravi")).toThrowError("Session not found");
  expect(seen()).toEqual([["laptop", true]]);
  expect(ownSessions(ravi)).toHaveLength(1);
});

test("an admin disabled meanwhile cannot save a processed image", async () => {
  const [owner, other] = [anAdmin({ role: "owner" }), anAdmin({ role: "owner" })].map(asStaff);
  const animal = anAnimal({ name: "Asiatic Lion" });
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();

  const adding = tried(() =>
    createAnimal(other!, { ...animal, name: "Red Panda" }, { upload: picture }),
  );
  const changing = tried(() =>
    editAnimal(other!, animal.id, { name: "Tiger" }, { upload: picture }),
  );
  editAdmin(owner!, other!.id, { active: false });

  expect([await adding, await changing]).toEqual([false, false]);
  expect(
    db
      .select()
      .from(animals)
      .all()
      .map(({ name }) => name),
  ).toEqual(["Asiatic Lion"]);
});

test("an admin disabled during hashing cannot change a password", async () => {
  const [owner, other] = [anAdmin({ role: "owner" }), anAdmin({ role: "owner" })].map(asStaff);
  const passwordHash = quickHash("correct horse 9");
  db.update(admins).set({ passwordHash }).where(eq(admins.id, other!.id)).run();
  const typed = { currentPassword: "correct horse 9", newPassword: "another horse 8" };

  const changing = tried(() => changePassword(other!, typed));
  editAdmin(owner!, other!.id, { active: false });

  expect([await changing, rows().get(other!.id)?.passwordHash]).toEqual([false, passwordHash]);
});

test.each([
  ["changed", { passwordHash: quickHash("another horse 8") }],
  ["taken away", { email: "gone@zoo.test" }],
])("a password that is %s during verification does not sign in", async (_, changes) => {
  const { id, email } = anAdmin({ passwordHash: quickHash("correct horse 9") });

  const proving = tried(() => verifyCredentials({ email, password: "correct horse 9" }, "known"));
  db.update(admins).set(changes).where(eq(admins.id, id)).run();

  expect(await proving).toBe(false);
});

test("the audit log records an email change without the addresses", () => {
  const [owner, other] = [anAdmin({ role: "owner" }), anAdmin()];
  const email = "another@zoo.test";
  editAdmin(asStaff(owner), other.id, { email });
  updateAccount(asStaff(owner), { name: owner.name, email: "mine@zoo.test" });
  editAdmin(asStaff(owner), other.id, { name: "Eve" });

  const told = db.select().from(audit).all().slice(-3);
  expect(told.map(({ after }) => JSON.parse(after ?? "{}").email)).toEqual([
    "changed",
    "changed",
    undefined,
  ]);
  expect(JSON.stringify(told)).not.toContain("@zoo.test");
});

test.each([{ role: "editor" as const }, { active: false }])(
  "an owner who becomes %j during hashing adds no admin",
  async (changes) => {
    const [owner, other] = [anAdmin({ role: "owner" }), anAdmin({ role: "owner" })].map(asStaff);
    const before = rows().size;

    const registering = tried(() => registerAdmin(owner!, someone("owner")));
    editAdmin(other!, owner!.id, changes);

    expect([await registering, rows().size]).toEqual([false, before]);
  },
);
