import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db, sqlite } from "db/connection.server";
import { admins, outbox, recoveryCodes, secondFactors, sessions, trustedDevices } from "db/schema";
import { resetSecondFactor } from "~/features/admins/cli-accounts.server";
import { createSession } from "~/features/auth/sessions.server";
import { sessionCookies } from "~/features/auth/session-cookies.http.server";
import {
  sealSecret,
  hasFactor,
  isFactorRequired,
} from "~/features/auth/factor/second-factor.server";
import { deleteExpiredTrust } from "~/features/auth/factor/trusted-devices.server";
import { newSecret } from "~/features/auth/factor/totp.server";
import { call, send } from "../../support/site/app";
import { sendAndRender } from "../../support/site/rendered-app";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anAdmin } from "../../support/data/factories";
import { codeOf, nextCode, withFactor } from "../../support/auth/second-factor";
import {
  DAY,
  formOf,
  jarOf,
  later,
  MINUTE,
  MORNING,
  PASSWORD,
  quick,
  toastIn,
  whoAmI,
} from "../../support/site/sessions";

everyTestBeginsAt(MORNING);

const FACTOR = "/admin/dashboard/settings/second-factor";
let last = 0;
const newClient = () => `203.0.113.${(last += 1)}`;

const events = () =>
  db
    .select()
    .from(outbox)
    .all()
    .map(({ kind, payload }) => (kind === "account" ? (payload as { event: string }).event : kind));
const actions = () =>
  sqlite.prepare("SELECT action FROM audit ORDER BY id").pluck().all() as string[];

const anAccount = (changes: Partial<typeof admins.$inferInsert> = {}) =>
  anAdmin({ role: "owner", passwordHash: quick, ...changes });

const logIn = ({ email }: { email: string }, code?: string, clientIp?: string, cookie = "") =>
  call("POST /admin/login", {
    body: { email, password: PASSWORD, ...(code === undefined ? {} : { code }) },
    headers: { cookie },
    clientIp,
  });

const postTo = (path: string, fields: Record<string, string>, cookie = "", clientIp?: string) =>
  send(path, { ...formOf(fields), headers: { cookie } }, clientIp);

async function cookieOf(id: string) {
  return jarOf({ headers: headersWith(await sessionCookies(await createSession(id, "test"))) });
}
function headersWith(cookies: string[]) {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return headers;
}

/** As the screen does: the password, then the code. */
async function signInByScreen(
  { email }: { email: string },
  fields: Record<string, string>,
  cookie = "",
) {
  const first = await postTo("/login", { email, password: PASSWORD }, cookie);
  expect(first.headers.get("location")).toBe("/login/code#main");
  const jar = [cookie, jarOf(first)].filter(Boolean).join("; ");
  return postTo("/login/code", fields, jar);
}

describe("POST /admin/login", () => {
  test("asks for the code after the right password only", async () => {
    const admin = anAccount();
    const { secret } = withFactor(admin);

    const missing = await logIn(admin);
    const wrong = await call("POST /admin/login", {
      body: { email: admin.email, password: "no", code: nextCode(secret) },
    });
    const right = await logIn(admin, codeOf(secret));

    const message = "Enter the code from your app";
    expect([missing.status, missing.body.message]).toEqual([401, message]);
    expect(missing.body.errors).toEqual([{ path: "code", message }]);
    expect(missing.headers.getSetCookie()).toEqual([]);
    expect([wrong.status, wrong.body.message, wrong.body.errors]).toEqual([
      401,
      "Invalid credentials",
      [],
    ]);
    expect([right.status, right.body.message]).toEqual([200, "Signed in"]);
  });

  test("takes a code once, and none before it", async () => {
    const admin = anAccount();
    const { secret } = withFactor(admin);
    const earlier = codeOf(secret, Date.now() + 30_000);
    const code = nextCode(secret);

    const answers = [
      await logIn(admin, code),
      await logIn(admin, code),
      await logIn(admin, earlier),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401]);
    expect(answers[1]!.body.errors[0].path).toBe("code");
  });

  test("takes a recovery code once, and tells its owner", async () => {
    const admin = anAccount();
    const { recoveryCodes: codes } = withFactor(admin);
    const other = anAccount();
    withFactor(other);
    const typed = codes[3]!.toUpperCase().replaceAll("-", " ");

    const answers = [
      await logIn(other, typed),
      await logIn(admin, typed),
      await logIn(admin, typed),
    ];

    expect(codes).toHaveLength(10);
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 401]);
    expect(events()).toContain("recoveryCode");
    expect(JSON.stringify(db.select().from(recoveryCodes).all())).not.toContain(codes[0]);
  });

  test("takes a code of either kind once from two requests at the same time", async () => {
    const admin = anAccount();
    const { secret, recoveryCodes: codes } = withFactor(admin);

    for (const code of [nextCode(secret), codes[0]!]) {
      const answers = await Promise.all([logIn(admin, code), logIn(admin, code)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    }
  });

  test("an account without a second factor needs no code", async () => {
    expect((await logIn(anAccount(), "123456")).status).toBe(200);
  });

  test("after five wrong codes waits a quarter of an hour, but not on a known device", async () => {
    const admin = anAccount();
    const { secret } = withFactor(admin);
    const device = jarOf(await logIn(admin, nextCode(secret), newClient()))
      .split("; ")
      .filter((pair) => pair.startsWith("zoo_device="))
      .join();

    const guesses = [];
    for (let at = 0; at < 5; at += 1) guesses.push(await logIn(admin, "000000", newClient()));
    const barred = await logIn(admin, nextCode(secret), newClient());
    const known = await logIn(admin, nextCode(secret), newClient(), device);
    later(15 * MINUTE);
    const after = await logIn(admin, nextCode(secret), newClient());

    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(barred.status).toBe(429);
    expect(barred.body.message).toMatch(
      /^Too many wrong codes from here; try again in 1[45] minutes$/,
    );
    expect([known.status, after.status]).toEqual([200, 200]);
  });
});

describe("the screen", () => {
  test("opens a session after the code only", async () => {
    const admin = anAccount();
    const { secret } = withFactor(admin);
    const first = await postTo("/login", { email: admin.email, password: PASSWORD });
    const half = jarOf(first);

    expect((await whoAmI({ cookie: half })).status).toBe(401);
    expect((await send("/admin/dashboard", { headers: { cookie: half } })).status).toBe(302);
    const wrong = await postTo("/login/code", { factorCode: "000000" }, half);
    expect([wrong.status, jarOf(wrong)]).toEqual([401, ""]);
    const right = await postTo("/login/code", { factorCode: nextCode(secret) }, half);
    expect([right.status, right.headers.get("location")]).toEqual([302, "/admin/dashboard#main"]);
    expect((await whoAmI({ cookie: jarOf(right) })).status).toBe(200);
  });

  test("asks for the password again after ten minutes, or once it was changed", async () => {
    const admin = anAccount();
    const { secret } = withFactor(admin);
    const half = jarOf(await postTo("/login", { email: admin.email, password: PASSWORD }));
    later(11 * MINUTE);
    const late = await postTo("/login/code", { factorCode: codeOf(secret) }, half);
    const half2 = jarOf(await postTo("/login", { email: admin.email, password: PASSWORD }));
    db.update(admins).set({ passwordHash: "another" }).where(eq(admins.id, admin.id)).run();
    const changed = await postTo("/login/code", { factorCode: codeOf(secret) }, half2);

    for (const answer of [late, changed]) {
      expect(answer.headers.get("location")).toBe("/login");
      expect(await toastIn(answer)).toContain("enter your password again");
    }
  });

  test("leads on to where somebody wanted to go, on this site only", async () => {
    const admin = anAccount();
    const { secret } = withFactor(admin);
    const typed = { email: admin.email, password: PASSWORD };
    const to = await postTo("/login", { ...typed, redirectTo: "/admin/dashboard/orders" });
    const out = await postTo("/login", { ...typed, redirectTo: "https://evil.example" });

    expect(to.headers.get("location")).toBe(
      "/login/code?redirectTo=%2Fadmin%2Fdashboard%2Forders#main",
    );
    expect(out.headers.get("location")).toBe("/login/code#main");
    const done = await postTo(
      "/login/code",
      { factorCode: nextCode(secret), redirectTo: "//evil.example" },
      jarOf(to),
    );
    expect(done.headers.get("location")).toBe("/admin/dashboard#main");
  });

  test("trusts a device for thirty days, and no longer than the password", async () => {
    const admin = anAccount();
    const { secret } = withFactor(admin);
    const trusted = jarOf(
      await signInByScreen(admin, { factorCode: nextCode(secret), trust: "on" }),
    )
      .split("; ")
      .filter((pair) => pair.startsWith("zoo_trust="))
      .join();
    const withTrust = () => postTo("/login", { email: admin.email, password: PASSWORD }, trusted);

    expect((await withTrust()).headers.get("location")).toBe("/admin/dashboard#main");
    expect((await logIn(admin, undefined, undefined, trusted)).status).toBe(200);
    const other = anAccount();
    withFactor(other);
    expect((await logIn(other, undefined, undefined, trusted)).status).toBe(401);

    const signedIn = await withTrust();
    await postTo(
      "/admin/dashboard/settings",
      {
        intent: "password",
        currentPassword: PASSWORD,
        newPassword: `${PASSWORD}0`,
        confirmPassword: `${PASSWORD}0`,
      },
      jarOf(signedIn),
    );
    expect(db.select().from(trustedDevices).all()).toEqual([]);
    db.update(admins).set({ passwordHash: quick }).run();
    expect((await withTrust()).headers.get("location")).toBe("/login/code#main");
  });

  test("asks a trusted device again once the thirty days have passed or it is taken off the list", async () => {
    const admin = anAccount();
    const { secret } = withFactor(admin);
    const answer = await signInByScreen(admin, { factorCode: nextCode(secret), trust: "on" });
    const cookie = jarOf(answer);
    later(30 * DAY);
    expect(
      (await postTo("/login", { email: admin.email, password: PASSWORD }, cookie)).headers.get(
        "location",
      ),
    ).toBe("/login/code#main");
    deleteExpiredTrust();
    expect(db.select().from(trustedDevices).all()).toEqual([]);

    const again = jarOf(
      await signInByScreen(admin, { factorCode: nextCode(secret), trust: "on" }, cookie),
    );
    const { id } = db.select().from(trustedDevices).get()!;
    const stranger = await cookieOf(anAccount().id);
    expect((await postTo(FACTOR, { intent: "distrust", id }, stranger)).status).toBe(404);
    await postTo(FACTOR, { intent: "distrust", id }, again);
    expect(db.select().from(trustedDevices).all()).toEqual([]);
  });
});

describe("a stolen session", () => {
  test("cannot add a second factor without the password", async () => {
    const admin = anAccount();
    const cookie = await cookieOf(admin.id);
    const secret = newSecret();
    const add = (currentPassword: string, code = codeOf(secret)) =>
      postTo(
        FACTOR,
        { intent: "add", currentPassword, factorCode: code, secret: sealSecret(secret) },
        cookie,
      );

    const answers = [await add("a guess"), await add(""), await add(PASSWORD, "000000")];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(hasFactor(admin.id)).toBe(false);
    expect((await add(PASSWORD)).status).toBe(200);
    expect(hasFactor(admin.id)).toBe(true);
  });

  test("cannot renew codes or remove the second factor without password and code", async () => {
    const admin = anAccount();
    const { secret } = withFactor(admin);
    const cookie = await cookieOf(admin.id);
    const before = db.select().from(recoveryCodes).all();

    for (const intent of ["codes", "remove"]) {
      const noPassword = await postTo(
        FACTOR,
        { intent, currentPassword: "a guess", factorCode: nextCode(secret) },
        cookie,
      );
      const noCode = await postTo(
        FACTOR,
        { intent, currentPassword: PASSWORD, factorCode: "000000" },
        cookie,
      );
      expect([noPassword.status, noCode.status]).toEqual([400, 400]);
    }
    expect(db.select().from(recoveryCodes).all()).toEqual(before);
    expect(hasFactor(admin.id)).toBe(true);
  });

  test("cannot guess codes for long", async () => {
    const admin = anAccount();
    withFactor(admin);
    const cookie = await cookieOf(admin.id);
    const statuses = [];
    for (let at = 0; at < 6; at += 1)
      statuses.push(
        (
          await postTo(
            FACTOR,
            { intent: "remove", currentPassword: PASSWORD, factorCode: "000000" },
            cookie,
            newClient(),
          )
        ).status,
      );

    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  test("gets no link to another password by changing the address", async () => {
    const admin = anAccount();
    const cookie = await cookieOf(admin.id);
    await postTo(
      "/admin/dashboard/settings",
      { intent: "profile", name: admin.name, email: "thief@example.org" },
      cookie,
    );

    expect(events()).toEqual(["emailAddress"]);
    expect(db.select().from(outbox).get()!.recipient).toBe(admin.email);
    expect(db.select().from(admins).where(eq(admins.id, admin.id)).get()!.emailChangedAt).toBe(
      Date.now(),
    );
  });
});

test("adding a second factor ends the other sessions, and is audited and mailed", async () => {
  const admin = anAccount();
  const [own, other] = [await cookieOf(admin.id), await cookieOf(admin.id)];
  const secret = newSecret();
  const answer = await postTo(
    `${FACTOR}?_data=routes/admin/account/second-factor`,
    {
      intent: "add",
      currentPassword: PASSWORD,
      factorCode: codeOf(secret),
      secret: sealSecret(secret),
    },
    own,
  );

  expect(answer.headers.get("cache-control")).toBe("no-store");
  const settings = await sendAndRender("/admin/dashboard/settings", { headers: { cookie: own } });
  expect(await settings.text()).toMatch(new RegExp(`<a [^>]*href="${FACTOR}"[^>]*>Manage<`));
  expect([
    (await whoAmI({ cookie: own })).status,
    (await whoAmI({ cookie: other })).status,
  ]).toEqual([200, 401]);
  expect([actions().at(-1), events()]).toEqual(["factor.add", ["factorAdded"]]);
  expect(db.select().from(secondFactors).get()!.secret).not.toContain(secret);
});

test("new recovery codes replace all earlier ones; removing needs none of them", async () => {
  const admin = anAccount();
  const { secret, recoveryCodes: earlier } = withFactor(admin);
  const cookie = await cookieOf(admin.id);
  const renewed = await postTo(
    `${FACTOR}?_data=routes/admin/account/second-factor`,
    { intent: "codes", currentPassword: PASSWORD, factorCode: nextCode(secret) },
    cookie,
  );
  const { recoveryCodes: codes } = (await renewed.json()) as { recoveryCodes: string[] };

  expect((await logIn(admin, earlier[0])).status).toBe(401);
  expect((await logIn(admin, codes[0])).status).toBe(200);
  await postTo(
    FACTOR,
    { intent: "remove", currentPassword: PASSWORD, factorCode: codes[1]! },
    cookie,
  );
  expect((await logIn(admin)).status).toBe(200);
  expect([db.select().from(recoveryCodes).all(), events().at(-1)]).toEqual([[], "factorRemoved"]);
});

describe("where the zoo requires a second factor", () => {
  let owner: ReturnType<typeof anAccount>;
  let ownerCookie: string;
  const setRequired = (required: string) =>
    postTo("/admin/dashboard/admins", { intent: "require-factor", required }, ownerCookie);
  beforeEach(async () => {
    owner = anAccount();
    ownerCookie = await cookieOf(owner.id);
  });

  test("the owner who requires it needs one first", async () => {
    expect((await setRequired("yes")).status).toBe(409);
    const screen = await sendAndRender("/admin/dashboard/admins", {
      ...formOf({ intent: "require-factor", required: "yes" }),
      headers: { cookie: ownerCookie },
    });
    expect(await screen.text()).toContain("Add a second factor to your own account first");
    withFactor(owner);
    ownerCookie = await cookieOf(owner.id);
    expect((await setRequired("yes")).status).toBe(302);
    expect([isFactorRequired(), actions().at(-1)]).toEqual([true, "factor.require"]);
    anAccount({ role: "editor" });
    const admins = await sendAndRender("/admin/dashboard/admins", {
      headers: { cookie: ownerCookie },
    });
    const html = (await admins.text()).replaceAll("<!-- -->", "");
    expect(html).toMatch(/Required\. Whoever has none[^<]* 1 active account has none\./);
  });

  test("whoever has none is led to add one, and can do nothing else until then", async () => {
    withFactor(owner);
    ownerCookie = await cookieOf(owner.id);
    await setRequired("yes");
    const editor = anAccount({ role: "editor" });
    const signedIn = await logIn(editor);
    const [cookie, bearer] = [
      jarOf(signedIn),
      { authorization: `Bearer ${signedIn.body.data.accessToken}` },
    ];

    for (const path of [
      "/admin/dashboard",
      "/admin/dashboard/messages",
      "/admin/dashboard/check-in/sync",
    ]) {
      const answer = await send(path, { headers: { cookie } });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, FACTOR]);
    }
    const posted = await postTo(
      "/admin/dashboard/settings",
      { intent: "profile", name: "Eve", email: "eve@example.org" },
      cookie,
    );
    expect(posted.headers.get("location")).toBe(FACTOR);
    const refused = await call("GET /message", { headers: bearer });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "Forbidden: your zoo requires a second factor; sign in at /login and set it up",
    ]);
    expect((await whoAmI(bearer)).status).toBe(200);
    expect((await call("GET /animal", { headers: bearer })).status).toBe(200);
    const screen = await sendAndRender(FACTOR, { headers: { cookie } });
    expect([screen.status, await screen.text()]).toEqual([
      200,
      expect.stringContaining("Your zoo requires a second factor for every account"),
    ]);

    const secret = newSecret();
    await postTo(
      FACTOR,
      {
        intent: "add",
        currentPassword: PASSWORD,
        factorCode: codeOf(secret),
        secret: sealSecret(secret),
      },
      cookie,
    );
    expect((await send("/admin/dashboard/messages", { headers: { cookie } })).status).toBe(200);
    expect((await call("GET /message", { headers: bearer })).status).toBe(200);
    const after = await (await sendAndRender(FACTOR, { headers: { cookie } })).text();
    expect(after).toContain("so it stays");
    expect(after).not.toContain("Remove second factor");
    const removed = await postTo(
      FACTOR,
      { intent: "remove", currentPassword: PASSWORD, factorCode: nextCode(secret) },
      cookie,
    );
    expect([removed.status, hasFactor(editor.id)]).toEqual([409, true]);
  });
});

describe("a lost phone", () => {
  test("another owner resets the second factor, which ends the sessions", async () => {
    const owner = await cookieOf(anAccount().id);
    const admin = anAccount({ role: "admin" });
    withFactor(admin);
    const cookie = await cookieOf(admin.id);
    const reset = (as: string, id = admin.id) =>
      postTo("/admin/dashboard/admins", { intent: "reset-factor", id }, as);

    expect((await reset(cookie)).status).toBe(403);
    expect((await reset(owner)).status).toBe(302);
    expect([hasFactor(admin.id), (await whoAmI({ cookie })).status]).toEqual([false, 401]);
    expect([actions().at(-1), events().at(-1)]).toEqual(["factor.reset", "factorReset"]);
    expect((await logIn(admin)).status).toBe(200);
  });

  test("the operator does, too", () => {
    const admin = anAccount();
    withFactor(admin);

    expect([resetSecondFactor(admin.email), resetSecondFactor(admin.email)]).toEqual([true, false]);
    expect([hasFactor(admin.id), actions().at(-1)]).toEqual([false, "factor.reset"]);
    expect(() => resetSecondFactor("nobody@zoo.test")).toThrow("No account uses nobody@zoo.test");
  });
});

test("nothing of a second factor outlives its account", () => {
  const admin = anAccount();
  withFactor(admin);
  db.delete(admins).where(eq(admins.id, admin.id)).run();
  for (const table of [secondFactors, recoveryCodes, trustedDevices, sessions])
    expect(db.select().from(table).all()).toEqual([]);
});
