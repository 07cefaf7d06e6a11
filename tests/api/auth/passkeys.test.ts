import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db, sqlite } from "db/connection.server";
import { admins, outbox, passkeys } from "db/schema";
import { resetPassword, resetSecondFactor } from "~/features/admins/cli-accounts.server";
import { hasFactor } from "~/features/auth/factor/second-factor.server";
import { createSession } from "~/features/auth/sessions.server";
import { sessionCookies } from "~/features/auth/session-cookies.http.server";
import { aDevice } from "../../support/auth/passkey";
import { withFactor } from "../../support/auth/second-factor";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anAdmin } from "../../support/data/factories";
import { send } from "../../support/site/app";
import {
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

const SCREEN = "/admin/dashboard/settings/second-factor";
const SIGN_IN = "/login/passkey";

type Question = { token: string; options: string };
type Sent = Record<string, string>;

const anAccount = (changes: Partial<typeof admins.$inferInsert> = {}) =>
  anAdmin({ role: "owner", passwordHash: quick, ...changes });

const challengeOf = ({ options }: Question) =>
  (JSON.parse(options) as { challenge: string }).challenge;

const postTo = (path: string, fields: Sent, cookie = "", clientIp?: string) =>
  send(path, { ...formOf(fields), headers: { cookie } }, clientIp);

async function cookieOf(id: string) {
  const headers = new Headers();
  for (const cookie of await sessionCookies(await createSession(id, "test")))
    headers.append("set-cookie", cookie);
  return jarOf({ headers });
}

async function offered(cookie: string, currentPassword = PASSWORD) {
  const fields = { intent: "passkey-offer", name: "Office laptop", currentPassword };
  const answer = await postTo(`${SCREEN}?_data=routes/admin/account/second-factor`, fields, cookie);
  const { offer } = (await answer.json()) as { offer?: Question };
  return { status: answer.status, offer };
}

const sendMade = (cookie: string, { token }: Question, response: string, name = "Office laptop") =>
  postTo(SCREEN, { intent: "passkey-add", name, token, response }, cookie);

async function withPasskey(admin: { id: string }) {
  const device = aDevice();
  const cookie = await cookieOf(admin.id);
  const offer = (await offered(cookie)).offer!;
  const { status } = await sendMade(cookie, offer, device.make({ challenge: challengeOf(offer) }));
  expect(status).toBe(302);
  later(1_000);
  return { device, cookie };
}

async function asked(): Promise<Question> {
  const answer = await send(`${SIGN_IN}?_data=routes/session/login-passkey`);
  return (await answer.json()) as Question;
}

const sendUsed = ({ token }: Question, response: string, more: Sent = {}, clientIp?: string) =>
  postTo(SIGN_IN, { token, response, ...more }, "", clientIp);

const mailed = () =>
  db
    .select()
    .from(outbox)
    .all()
    .map(({ payload }) => (payload as { event?: string }).event);
const newestAction = () =>
  sqlite.prepare("SELECT action FROM audit ORDER BY id DESC").pluck().get();

describe("signing in with a passkey", () => {
  test("counts as password and code", async () => {
    const admin = anAccount();
    withFactor(admin);
    const { device } = await withPasskey(admin);
    const question = await asked();

    const answer = await sendUsed(question, device.use({ challenge: challengeOf(question) }), {
      redirectTo: "/admin/dashboard/orders",
    });

    expect(answer.headers.get("location")).toBe("/admin/dashboard/orders#main");
    const me = await whoAmI({ cookie: jarOf(answer) });
    expect([me.status, me.body.data.admin.email]).toEqual([200, admin.email]);
    expect(db.select().from(passkeys).get()!.lastUsedAt).toBe(Date.now());
  });

  test("does once, also of two answers at the same time", async () => {
    const { device } = await withPasskey(anAccount());
    const question = await asked();
    const used = device.use({ challenge: challengeOf(question) });

    const answers = await Promise.all([sendUsed(question, used), sendUsed(question, used)]);
    later(1_000);
    const again = await sendUsed(question, used);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 401]);
    expect([again.status, jarOf(again)]).toEqual([401, ""]);
  });

  test("is refused after five minutes", async () => {
    const { device } = await withPasskey(anAccount());
    const question = await asked();
    later(5 * MINUTE);
    const answer = await sendUsed(question, device.use({ challenge: challengeOf(question) }));
    expect(answer.status).toBe(401);
  });

  test.each<[string, Parameters<ReturnType<typeof aDevice>["use"]>[0]]>([
    ["to another question", { challenge: "c29tZXRoaW5nIGVsc2U" }],
    ["given to another site", { challenge: "", origin: "http://evil.example" }],
    ["without finger, face or PIN", { challenge: "", flags: 1 }],
    ["with a counter that was seen before", { challenge: "", counter: 3 }],
  ])("is refused for an answer %s", async (_, claims) => {
    const { device } = await withPasskey(anAccount());
    db.update(passkeys)
      .set({ counter: claims.counter ?? 0 })
      .run();
    const question = await asked();
    const { challenge } = claims;
    const used = device.use({ ...claims, challenge: challenge || challengeOf(question) });
    const answer = await sendUsed(question, used);
    expect([answer.status, jarOf(answer)]).toEqual([401, ""]);
  });

  test("is refused for another device, another key and nonsense", async () => {
    const { device } = await withPasskey(anAccount());
    const question = await asked();
    const forged = JSON.parse(aDevice().use({ challenge: challengeOf(question) })) as Sent;
    const statuses = [
      await sendUsed(question, aDevice().use({ challenge: challengeOf(question) })),
      await sendUsed(question, JSON.stringify({ ...forged, id: device.id, rawId: device.id })),
      await sendUsed({ ...question, token: "x" }, device.use({ challenge: "x" })),
      await sendUsed(question, "null"),
      await sendUsed(question, "{"),
      await sendUsed(question, JSON.stringify({ id: device.id })),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 400, 400, 401]);
  });

  test("opens nothing for a disabled account", async () => {
    const admin = anAccount();
    const { device } = await withPasskey(admin);
    db.update(admins).set({ active: false }).where(eq(admins.id, admin.id)).run();
    const question = await asked();
    const answer = await sendUsed(question, device.use({ challenge: challengeOf(question) }));
    expect([answer.status, jarOf(answer)]).toEqual([403, ""]);
  });

  test("is counted by network", async () => {
    const question = await asked();
    const guess = () =>
      sendUsed(question, aDevice().use({ challenge: challengeOf(question) }), {}, "203.0.113.200");
    for (let at = 0; at < 300; at += 1) await guess();
    expect((await guess()).status).toBe(429);
  });

  test("is offered by the login page once somebody has a passkey", async () => {
    const offers = async () =>
      ((await (await send("/login?_data=routes/session/login")).json()) as { byPasskey: boolean })
        .byPasskey;
    expect(await offers()).toBe(false);
    await withPasskey(anAccount());
    expect(await offers()).toBe(true);
  });
});

describe("a stolen session", () => {
  test("cannot add a passkey without the password", async () => {
    const admin = anAccount();
    const thief = await cookieOf(admin.id);
    const { offer } = await offered(await cookieOf(admin.id));
    const made = aDevice().make({ challenge: challengeOf(offer!) });

    expect(await offered(thief, "a guess")).toEqual({ status: 400, offer: undefined });
    // The token of a session that has proved the password does not do in another.
    expect((await sendMade(thief, offer!, made)).status).toBe(400);
    // Nor does the question of a sign-in, which anybody gets.
    const question = await asked();
    const own = aDevice().make({ challenge: challengeOf(question) });
    expect((await sendMade(thief, question, own)).status).toBe(400);
    expect(db.select().from(passkeys).all()).toEqual([]);
  });

  test("cannot remove one without the password, nor somebody else's", async () => {
    const admin = anAccount();
    const { device, cookie } = await withPasskey(admin);
    const other = await cookieOf(anAccount().id);
    const remove = (as: string, currentPassword: string) =>
      postTo(SCREEN, { intent: "passkey-remove", id: device.id, currentPassword }, as);

    expect((await remove(cookie, "a guess")).status).toBe(400);
    expect((await remove(other, PASSWORD)).status).toBe(404);
    expect(db.select().from(passkeys).all()).toHaveLength(1);
    expect((await remove(cookie, PASSWORD)).status).toBe(302);
    expect([newestAction(), mailed().at(-1)]).toEqual(["passkey.remove", "passkeyRemoved"]);
    expect(db.select().from(passkeys).all()).toEqual([]);
  });
});

describe("adding a passkey", () => {
  test("is audited and mailed, and leaves the second factor to the password", async () => {
    const admin = anAccount();
    const { device } = await withPasskey(admin);

    expect([newestAction(), mailed().at(-1)]).toEqual(["passkey.add", "passkeyAdded"]);
    expect(db.select().from(passkeys).get()).toMatchObject({
      ...{ id: device.id, name: "Office laptop", counter: 0, lastUsedAt: null },
    });
    expect(hasFactor(admin.id)).toBe(false);
  });

  test("is refused after five minutes, without finger, face or PIN, and a second time", async () => {
    const cookie = await cookieOf(anAccount().id);
    const offer = (await offered(cookie)).offer!;
    const challenge = challengeOf(offer);
    const device = aDevice();

    const unverified = await sendMade(cookie, offer, aDevice().make({ challenge, flags: 1 }));
    const first = await sendMade(cookie, offer, device.make({ challenge }));
    const second = await sendMade(cookie, offer, device.make({ challenge }));
    later(5 * MINUTE);
    const late = await sendMade(cookie, offer, aDevice().make({ challenge }));

    expect([unverified, first, second, late].map(({ status }) => status)).toEqual([
      400, 302, 409, 400,
    ]);
  });

  test("is possible ten times", async () => {
    const cookie = await cookieOf(anAccount().id);
    const offer = (await offered(cookie)).offer!;
    const challenge = challengeOf(offer);
    const statuses = [];
    for (let at = 0; at < 11; at += 1)
      statuses.push((await sendMade(cookie, offer, aDevice().make({ challenge }))).status);
    expect(statuses).toEqual([...Array<number>(10).fill(302), 409]);
    expect((await offered(cookie)).status).toBe(409);
  });
});

describe("passkeys end", () => {
  test("when another owner resets the second factor of an account that has nothing else", async () => {
    const admin = anAccount();
    const { cookie } = await withPasskey(admin);
    const owner = await cookieOf(anAccount().id);
    const screen = `/admin/dashboard/admins?edit=${admin.id}&reset=factor`;
    const page = await send(`${screen}&_data=routes/admin/admins`, { headers: { cookie: owner } });
    expect(await page.json()).toMatchObject({ pendingReset: { factor: "passkey" } });

    await postTo(screen, { intent: "reset-factor", id: admin.id }, owner);

    expect(db.select().from(passkeys).all()).toEqual([]);
    expect((await whoAmI({ cookie })).status).toBe(401);
  });

  test("with the reset of the second factor, and with a password that was lost", async () => {
    const admin = anAccount();
    await withPasskey(admin);
    expect(resetSecondFactor(admin.email)).toBe(true);
    expect(db.select().from(passkeys).all()).toEqual([]);

    await withPasskey(admin);
    await resetPassword({ email: admin.email, password: "another horse" });
    expect(db.select().from(passkeys).all()).toEqual([]);
  });

  test("but not with a change of the password by whoever knows it", async () => {
    const { cookie } = await withPasskey(anAccount());
    await postTo(
      "/admin/dashboard/settings",
      {
        intent: "password",
        currentPassword: PASSWORD,
        newPassword: `${PASSWORD}0`,
        confirmPassword: `${PASSWORD}0`,
      },
      cookie,
    );
    expect(db.select().from(passkeys).all()).toHaveLength(1);
  });

  test("with the account", () => {
    const { id: adminId } = anAccount();
    db.insert(passkeys)
      .values({
        id: "x",
        adminId,
        name: "x",
        publicKey: Buffer.from("x"),
        counter: 0,
        createdAt: 0,
      })
      .run();
    db.delete(admins).where(eq(admins.id, adminId)).run();
    expect(db.select().from(passkeys).all()).toEqual([]);
  });
});
