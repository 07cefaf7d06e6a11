import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { admins, outbox } from "db/schema";
import { createSession } from "~/features/auth/sessions.server";
import { trustDevice } from "~/features/auth/factor/trusted-devices.server";
import { sessionCookies } from "~/features/auth/session-cookies.http.server";
import { claimNext } from "~/features/mail/delivery.server";
import { renderTemplate } from "~/features/mail/email-templates.server";
import { toText } from "~/features/mail/render-email.server";
import { call, send } from "../../support/site/app";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anAdmin } from "../../support/data/factories";
import { withFactor } from "../../support/auth/second-factor";
import {
  DAY,
  formOf,
  jarOf,
  later,
  MINUTE,
  MORNING,
  PASSWORD,
  quick,
  whoAmI,
} from "../../support/site/sessions";

everyTestBeginsAt(MORNING);

const NEW = "another horse 8";
const post = (path: string, fields: Record<string, string>, cookie = "", clientIp?: string) =>
  send(path, { ...formOf(fields), headers: { cookie } }, clientIp);
const forgot = (email: string, clientIp?: string) => post("/login/forgot", { email }, "", clientIp);
const choose = (path: string, newPassword = NEW, confirmPassword = newPassword) =>
  post(path, { newPassword, confirmPassword });
const logIn = (email: string, password: string) =>
  call("POST /admin/login", { body: { email, password } });
const anAccount = (changes: Partial<typeof admins.$inferInsert> = {}) =>
  anAdmin({ role: "admin", passwordHash: quick, ...changes });
const events = () =>
  db
    .select()
    .from(outbox)
    .all()
    .map(({ kind, payload }) => (payload as { event?: string }).event ?? kind);
const lastAction = () => sqlite.prepare("SELECT action FROM audit ORDER BY id DESC").pluck().get();
const cookieOf = async (id: string) => {
  const headers = new Headers();
  for (const cookie of await sessionCookies(await createSession(id, "test")))
    headers.append("set-cookie", cookie);
  return jarOf({ headers });
};

/** The path in the mail that is sent next; undefined where none is. */
function mailedPath() {
  const mail = claimNext();
  if (!mail || mail === "more") return undefined;
  return /\/login\/reset\/\S+/.exec(toText(renderTemplate(mail)))?.[0];
}

describe("a link by mail", () => {
  test("changes the password once, and ends sessions and trusted devices", async () => {
    const admin = anAccount();
    const cookie = await cookieOf(admin.id);
    trustDevice(admin.id, "token", "test");
    const asked = await forgot(admin.email.toUpperCase());
    const path = mailedPath()!;

    expect(asked.headers.get("location")).toBe("/login/forgot?asked=1#main");
    expect((await send(path)).status).toBe(200);
    expect((await choose(path, "short")).status).toBe(400);
    expect((await choose(path, NEW, "other")).status).toBe(400);
    expect((await choose(path)).headers.get("location")).toBe("/login#main");
    expect([(await send(path)).status, (await choose(path, "a third horse")).status]).toEqual([
      404, 404,
    ]);
    expect((await logIn(admin.email, PASSWORD)).status).toBe(401);
    expect((await logIn(admin.email, NEW)).status).toBe(200);
    expect((await whoAmI({ cookie })).status).toBe(401);
    expect(sqlite.prepare("SELECT count(*) FROM trusted_devices").pluck().get()).toBe(0);
    expect([events(), lastAction()]).toEqual([["reset", "password"], "account.password-link"]);
  });

  test("leaves the second factor on", async () => {
    const admin = anAccount();
    withFactor(admin);
    db.delete(outbox).run();
    await forgot(admin.email);
    await choose(mailedPath()!);

    const answer = await logIn(admin.email, NEW);
    expect([answer.status, answer.body.errors[0].path]).toEqual([401, "code"]);
  });

  test("works for half an hour", async () => {
    const admin = anAccount();
    await forgot(admin.email);
    const path = mailedPath()!;
    later(30 * MINUTE - 1);
    expect((await send(path)).status).toBe(200);
    later(1);
    expect([(await send(path)).status, (await choose(path)).status]).toEqual([404, 404]);
    expect((await logIn(admin.email, PASSWORD)).status).toBe(200);
  });

  test("ends with the password and with the account", async () => {
    const admin = anAccount();
    await forgot(admin.email);
    const path = mailedPath()!;
    db.update(admins).set({ passwordHash: "another" }).where(eq(admins.id, admin.id)).run();
    const changed = await send(path);
    db.update(admins)
      .set({ passwordHash: quick, active: false })
      .where(eq(admins.id, admin.id))
      .run();
    const disabled = await send(path);

    expect([changed.status, disabled.status]).toEqual([404, 404]);
  });

  test("is answered alike for an address without an account, and not sent", async () => {
    const known = await forgot(anAccount().email);
    mailedPath();
    const others = [
      await forgot("nobody@zoo.test"),
      await forgot(anAccount({ active: false }).email),
    ];

    for (const { status, headers } of others)
      expect([status, headers.get("location")]).toEqual([
        known.status,
        known.headers.get("location"),
      ]);
    expect([mailedPath(), mailedPath()]).toEqual([undefined, undefined]);
    expect(
      db
        .select()
        .from(outbox)
        .all()
        .map(({ state }) => state)
        .slice(1),
    ).toEqual(["overtaken", "overtaken"]);
  });

  test("is sent to no address that the account has had for a few days only", async () => {
    const admin = anAccount();
    db.update(admins).set({ emailChangedAt: Date.now() }).where(eq(admins.id, admin.id)).run();
    await forgot(admin.email);
    expect(mailedPath()).toBeUndefined();
    later(7 * DAY);
    await forgot(admin.email);
    expect(mailedPath()).toBeDefined();
  });

  test("is never shown to an owner who reads the outbox", async () => {
    const owner = await cookieOf(anAccount({ role: "owner" }).id);
    await forgot(anAccount({ role: "owner" }).email);
    const { id } = db.select().from(outbox).get()!;
    const page = await send(`/admin/dashboard/outbox/${id}?_data=routes/admin/outbox-mail`, {
      headers: { cookie: owner },
    });

    const text = await page.text();
    expect([page.status, text.includes("Choose another password")]).toEqual([200, true]);
    expect(text).not.toContain("/login/reset/");
  });

  test("is asked for five times in ten minutes, and mailed once in two", async () => {
    const { email } = anAccount();
    const statuses = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await forgot(email, "203.0.113.77")).status);

    expect(statuses).toEqual([302, 302, 302, 302, 302, 429]);
    expect(events()).toEqual(["reset"]);
  });

  test.each(["1-AAAAAAAAAAAAAAAAAAAAAAAAAA", "x", "999999999999999999-A", "%00"])(
    "%s is no link",
    async (token) => {
      anAccount();
      expect((await send(`/login/reset/${token}`)).status).toBe(404);
    },
  );

  test("with a wrong proof is refused though the mail is there", async () => {
    await forgot(anAccount().email);
    const path = mailedPath()!;
    expect((await send(path.replace(/.$/, (letter) => (letter === "0" ? "1" : "0")))).status).toBe(
      404,
    );
  });
});

describe("a one-time password", () => {
  const give = async (id: string, password = NEW) =>
    post(
      "/admin/dashboard/admins",
      { intent: "one-time-password", id, password },
      await cookieOf(anAccount({ role: "owner" }).id),
    );

  test("lets in to choose another, and to nothing else", async () => {
    const admin = anAccount();
    const cookie = await cookieOf(admin.id);
    expect((await give(admin.id)).status).toBe(302);

    expect((await whoAmI({ cookie })).status).toBe(401);
    expect((await logIn(admin.email, PASSWORD)).status).toBe(401);
    const byApi = await logIn(admin.email, NEW);
    expect([byApi.status, byApi.body.message]).toEqual([
      403,
      "Forbidden: your password was set by an owner; sign in at /login and choose your own",
    ]);
    const first = await post("/login", { email: admin.email, password: NEW });
    const half = jarOf(first);
    expect(first.headers.get("location")).toBe("/login/password#main");
    expect((await send("/admin/dashboard", { headers: { cookie: half } })).status).toBe(302);
    const own = (password: string) =>
      post("/login/password", { newPassword: password, confirmPassword: password }, half);
    expect((await own(NEW)).status).toBe(400);
    const done = await own("my own horse");
    expect(done.headers.get("location")).toBe("/admin/dashboard#main");
    expect((await whoAmI({ cookie: jarOf(done) })).status).toBe(200);
    expect((await logIn(admin.email, "my own horse")).status).toBe(200);
    expect(events()).toEqual(["oneTimePassword", "password"]);
  });

  test("does not go round the second factor", async () => {
    const admin = anAccount();
    withFactor(admin);
    await give(admin.id);
    const first = await post("/login", { email: admin.email, password: NEW });

    expect(first.headers.get("location")).toBe("/login/code#main");
    const own = await post(
      "/login/password",
      { newPassword: "my own horse", confirmPassword: "my own horse" },
      jarOf(first),
    );
    expect(own.headers.get("location")).toBe("/login");
  });

  test("ends after a day", async () => {
    const admin = anAccount();
    await give(admin.id);
    later(DAY + 1);
    const answer = await logIn(admin.email, NEW);

    expect([answer.status, answer.body.message]).toEqual([
      403,
      "This one-time password has ended; ask an owner for another",
    ]);
  });

  test("is set by owners, for others only", async () => {
    const admin = anAccount();
    const fields = { intent: "one-time-password", password: NEW };
    const byAdmin = await post(
      "/admin/dashboard/admins",
      { ...fields, id: anAccount().id },
      await cookieOf(admin.id),
    );
    const owner = anAccount({ role: "owner" });
    const own = await post(
      "/admin/dashboard/admins",
      { ...fields, id: owner.id },
      await cookieOf(owner.id),
    );

    expect([byAdmin.status, own.status]).toEqual([403, 400]);
    expect((await logIn(owner.email, PASSWORD)).status).toBe(200);
  });
});

test("the log does not have the link", async () => {
  const { redactPath } = await import("~/lib/http/logger.server");
  expect(redactPath("/login/reset/12-01ABCDEFGHJKMNPQRSTVWXYZ01")).toBe("/login/reset/…");
  vi.restoreAllMocks();
});
