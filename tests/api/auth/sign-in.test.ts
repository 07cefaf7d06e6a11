import { isNotNull } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { refreshTokens, sessions } from "db/schema";
import { verifyAccessToken } from "~/features/auth/access-token.server";
import { hashPassword } from "~/features/auth/passwords.server";
import {
  deleteExpiredSessions,
  createSession,
  refreshSession,
} from "~/features/auth/sessions.server";
import { hmac } from "~/lib/crypto.server";
import { env } from "~/env.server";
import { everyTestBeginsAt } from "../../support/data/clock";
import { call, send } from "../../support/site/app";
import { anAdmin } from "../../support/data/factories";
import {
  byBearer,
  DAY,
  formOf,
  jarOf,
  later,
  LOGIN_DATA,
  LOGIN_FIRST,
  logIn,
  MINUTE,
  PASSWORD,
  quick,
  refresh,
  refreshCookieOf,
  signedIn,
  toastIn,
  whoAmI,
  MORNING,
} from "../../support/site/sessions";
import { logger } from "~/lib/http/logger.server";

everyTestBeginsAt(MORNING);

describe("signing in", () => {
  test("returns the account and a token, but no hash", async () => {
    const admin = anAdmin({ role: "editor", name: "Meera Iyer", passwordHash: quick });

    const { status, body } = await logIn({ email: admin.email, password: PASSWORD });

    expect(status).toBe(200);
    expect(body.message).toBe("Signed in");
    const at = new Date().toISOString();
    expect(body.data).toEqual({
      admin: {
        _id: admin.id,
        name: "Meera Iyer",
        email: admin.email,
        role: "editor",
        active: true,
        createdAt: at,
        updatedAt: at,
      },
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
  });

  test("verifies a password hash of production strength", async () => {
    const { email } = anAdmin({ passwordHash: await hashPassword("pässwörd ☂") });

    const right = await logIn({ email, password: "pässwörd ☂" });
    const wrong = await logIn({ email, password: "password ☂" });

    expect([right.status, wrong.status]).toEqual([200, 401]);
  });

  test("ignores case and blanks of the e-mail", async () => {
    anAdmin({ email: "Meera@Zoo.test", passwordHash: quick });

    const { status } = await logIn({ email: "  meera@zoo.TEST ", password: PASSWORD });

    expect(status).toBe(200);
  });

  test("a wrong password and an unknown e-mail get the same response", async () => {
    const { email } = anAdmin({ passwordHash: quick });

    const wrong = await logIn({ email, password: "correct horse 8" });
    const unknown = await logIn({ email: "nobody@zoo.test", password: PASSWORD });

    expect([wrong.status, wrong.body.message]).toEqual([401, "Invalid credentials"]);
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
    expect([...wrong.headers.getSetCookie(), ...unknown.headers.getSetCookie()]).toEqual([]);
  });

  test("logs success and failure with a hash of the e-mail", async () => {
    const { email } = anAdmin({ passwordHash: quick });
    const printed = vi.spyOn(logger, "info").mockImplementation(() => {});
    await logIn({ email, password: PASSWORD });
    await logIn({ email: email.toUpperCase(), password: "correct horse 8" });
    await logIn({ email: "nobody@zoo.test", password: PASSWORD });

    const lines = printed.mock.calls.map(([line]) => line as { outcome: string; account: string });
    printed.mockRestore();
    expect(lines.map(({ outcome }) => outcome)).toEqual([
      "accepted",
      "refused: unauthenticated",
      "refused: unauthenticated",
    ]);
    const [good, bad, unknown] = lines.map(({ account }) => account);
    expect(good).toMatch(/^[0-9a-zA-Z_-]{16}$/);
    expect([bad, unknown === good]).toEqual([good, false]);
    expect(JSON.stringify(lines)).not.toMatch(/@|correct/);
  });

  test.each([
    ...["correct horse 9 ", " correct horse 9", "CORRECT HORSE 9", "correct horse", "%", "*"],
    ...["' OR 1=1 --", "correct horse 9\n", "correct\u00a0horse 9", "correct horse 9\u0000", quick],
  ])("rejects the password %j", async (password) => {
    const { email } = anAdmin({ passwordHash: quick });

    const { status, body } = await logIn({ email, password });

    expect([status, body.message]).toEqual([401, "Invalid credentials"]);
  });

  test("rejects a very long password or e-mail", async () => {
    const { email } = anAdmin({ passwordHash: quick });
    const long = "x".repeat(10_000);

    const answers = [
      await logIn({ email, password: long }),
      await logIn({ email: `${long}@zoo.test`, password: PASSWORD }),
    ];

    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([401, "Invalid credentials"]);
    }
  });

  test("reveals a disabled account only after the right password", async () => {
    const { email } = anAdmin({ passwordHash: quick, active: false });

    const wrong = await logIn({ email, password: "wrong" });
    const right = await logIn({ email, password: PASSWORD });

    expect([wrong.status, wrong.body.message]).toEqual([401, "Invalid credentials"]);
    expect([right.status, right.body.message]).toEqual([403, "Account disabled"]);
    expect(right.headers.getSetCookie()).toEqual([]);
  });

  test.each([
    {},
    { email: "meera@zoo.test" },
    { password: PASSWORD },
    { email: "", password: PASSWORD },
    { email: "   ", password: PASSWORD },
    { email: "meera@zoo.test", password: "" },
    { email: null, password: null },
    { email: 7, password: 7 },
    { email: ["meera@zoo.test"], password: PASSWORD },
    { email: { $gt: "" }, password: { $gt: "" } },
  ])("%j lacks a field", async (body) => {
    const answer = await logIn(body);

    expect([answer.status, answer.body.message]).toEqual([400, "Email and password are required"]);
  });

  test("each sign-in creates its own session", async () => {
    const admin = anAdmin({ passwordHash: quick });
    const first = await logIn({ email: admin.email, password: PASSWORD });
    const cookie = jarOf(first);

    const second = await call("POST /admin/login", {
      body: { email: admin.email, password: PASSWORD },
      headers: { cookie },
    });
    await call("POST /admin/logout", { headers: { cookie: jarOf(second) } });

    expect(refreshCookieOf(second)).not.toBe(refreshCookieOf(first));
    expect((await whoAmI({ cookie })).status).toBe(200);
  });
});

test("stores a session until it expires, with its user agent", async () => {
  const kept = () => db.select().from(sessions).all();
  const admin = anAdmin();
  await createSession(admin.id, "x".repeat(1_000));
  expect(kept().map(({ userAgent }) => userAgent)).toEqual(["x".repeat(200)]);

  later(10 * DAY - 1);
  await createSession(admin.id, "second");
  deleteExpiredSessions();
  expect(kept()).toHaveLength(2);
  later(1);
  deleteExpiredSessions();
  expect(kept().map(({ userAgent }) => userAgent)).toEqual(["second"]);
});

test("an internal error is not reported as an invalid token", async () => {
  const { accessToken } = await createSession(anAdmin().id, "test");
  const { SESSION_SECRET: value } = env;
  const get = () => {
    throw new Error("the secret cannot be read");
  };
  Object.defineProperty(env, "SESSION_SECRET", { configurable: true, get });
  try {
    await expect(verifyAccessToken(accessToken)).rejects.toThrow("cannot be read");
  } finally {
    Object.defineProperty(env, "SESSION_SECRET", { value, writable: true });
  }
});

test("a new secret ends all sessions", async () => {
  const { email } = anAdmin({ passwordHash: quick });
  const cookie = jarOf(await logIn({ email, password: PASSWORD }));
  const { SESSION_SECRET: value } = env;
  try {
    Object.assign(env, { SESSION_SECRET: "another-secret-of-32-characters!" });
    expect((await refresh(cookie)).status).toBe(401);
    expect((await call("GET /admin/current-user", { headers: { cookie } })).status).toBe(401);
  } finally {
    Object.assign(env, { SESSION_SECRET: value });
  }
  expect((await refresh(cookie)).status).toBe(200);
});

test("a refresh token's successor cannot be derived without the secret", async () => {
  const { refreshToken } = await createSession(anAdmin().id, "test");
  const first = await refreshSession(refreshToken);
  const { SESSION_SECRET: value } = env;
  const other = "another-secret-of-32-characters!";
  try {
    Object.assign(env, { SESSION_SECRET: other });
    db.update(refreshTokens)
      .set({ hash: hmac(other, `token ${refreshToken}`), rotatedAt: null })
      .where(isNotNull(refreshTokens.rotatedAt))
      .run();
    expect((await refreshSession(refreshToken)).refreshToken).not.toBe(first.refreshToken);
  } finally {
    Object.assign(env, { SESSION_SECRET: value });
  }
});

describe("cookies", () => {
  test("are HttpOnly, SameSite=Lax, site-wide and expire as documented", async () => {
    const { email } = anAdmin({ passwordHash: quick });

    const answer = await logIn({ email, password: PASSWORD });
    const refreshed = await refresh(jarOf(answer));
    const screen = await send("/login", formOf({ email, password: PASSWORD }));
    const out = await call("POST /admin/logout", { headers: { cookie: jarOf(answer) } });

    for (const { headers } of [answer, refreshed, screen, out]) {
      const lines = headers.getSetCookie();
      expect(lines.length).toBeGreaterThanOrEqual(2);
      for (const line of lines) {
        expect(line).toMatch(/; HttpOnly(;|$)/);
        expect(line).toMatch(/; SameSite=Lax(;|$)/);
        expect(line).toMatch(/; Path=\/(;|$)/);
        expect(line).not.toMatch(/; Domain=/i);
      }
    }
    const ages = answer.headers.getSetCookie().map((line) => /Max-Age=(\d+)/.exec(line)?.[1]);
    expect(ages.toSorted()).toEqual([String(15 * 60), String(10 * 24 * 60 * 60)].toSorted());
  });

  test("and tokens come in responses with no-store", async () => {
    const { cookie } = await signedIn();

    const answers = [await refresh(cookie), await whoAmI({ cookie })];

    for (const { headers } of answers) expect(headers.get("cache-control")).toBe("no-store");
  });

  test("the database stores only token hashes", async () => {
    const tokens = await createSession(anAdmin().id, "test");

    const tables = sqlite
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all() as string[];
    const kept = JSON.stringify(
      tables.map((name) => sqlite.prepare(`SELECT * FROM ${name}`).all()),
    );

    expect(kept).not.toContain(tokens.refreshToken);
    expect(kept).not.toContain(tokens.accessToken);
  });
});

describe("the current user", () => {
  test.each(["owner", "admin", "editor"] as const)("%s, by bearer and by cookie", async (role) => {
    const { admin, cookie, token } = await signedIn(role);

    const answers = [await byBearer(token), await whoAmI({ cookie })];

    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.data.admin).toMatchObject({ _id: admin.id, email: admin.email, role });
      expect(JSON.stringify(body)).not.toMatch(/hash|scrypt/i);
    }
  });

  test("is null without a session", async () => {
    const { status, body } = await whoAmI({});

    expect([status, body.message]).toEqual([401, LOGIN_FIRST]);
  });

  test("is valid for fifteen minutes by access token", async () => {
    const { token, cookie } = await signedIn();

    later(15 * MINUTE - 1);
    expect((await byBearer(token)).status).toBe(200);
    later(1);

    expect((await byBearer(token)).status).toBe(401);
    expect((await whoAmI({ cookie })).status).toBe(401);
  });
});

describe("the login screen", () => {
  const postLogin = (fields: Record<string, string>, path = "/login") => send(path, formOf(fields));

  test.each([
    { fields: { password: "wrong" }, status: 401, says: "Invalid credentials" },
    { fields: { email: "nobody@zoo.test" }, status: 401, says: "Invalid credentials" },
    { fields: { email: "" }, status: 400, says: "Email and password are required" },
    { fields: { password: "" }, status: 400, says: "Email and password are required" },
  ])("$fields: $status $says, with typed values except the password", async (refused) => {
    const { email } = anAdmin({ passwordHash: quick });
    const fields = { email, password: PASSWORD, redirectTo: "/admin/dashboard", ...refused.fields };

    const document = await postLogin(fields);
    const data = await postLogin(fields, LOGIN_DATA);

    const answer = await data.json();
    expect([document.status, data.status]).toEqual([refused.status, refused.status]);
    expect(answer.message).toBe(refused.says);
    expect(answer.issues.map(({ path }: { path: string }) => path)).toEqual(
      refused.status === 400 ? Object.keys(refused.fields) : [],
    );
    expect(answer.values.email).toBe(fields.email);
    expect(answer.values).not.toHaveProperty("password");
    expect(JSON.stringify(answer)).not.toContain(PASSWORD);
    expect(document.headers.getSetCookie()).toEqual([]);
  });

  test("reports a disabled account", async () => {
    const { email } = anAdmin({ passwordHash: quick, active: false });

    const data = await postLogin({ email, password: PASSWORD }, LOGIN_DATA);

    expect([data.status, (await data.json()).message]).toEqual([403, "Account disabled"]);
  });

  test("returns the e-mail after an internal error", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {});
    sqlite.exec("ALTER TABLE admins RENAME TO lost");

    const data = await postLogin({ email: "asha@zoo.test", password: PASSWORD }, LOGIN_DATA);

    const answer = await data.json();
    expect([data.status, answer.message]).toEqual([500, "Login failed"]);
    expect(answer.values.email).toBe("asha@zoo.test");
    expect(JSON.stringify(answer)).not.toContain(PASSWORD);
    expect(log).toHaveBeenCalledOnce();
  });

  test("redirects to the dashboard with a session and a toast", async () => {
    const { email, id } = anAdmin({ passwordHash: quick });

    const response = await postLogin({ email, password: PASSWORD });

    expect(response.status).toBe(302);
    const { pathname } = new URL(response.headers.get("location") ?? "", "http://zoo.test");
    expect(pathname).toBe("/admin/dashboard");
    expect(await toastIn(response)).toBe("Signed in");
    const { body } = await whoAmI({ cookie: jarOf(response) });
    expect(body.data.admin._id).toBe(id);
  });

  test("redirects signed-in users to the dashboard", async () => {
    const { cookie } = await signedIn("editor");

    const response = await send("/login?redirectTo=/admin/dashboard/orders", {
      headers: { cookie },
    });

    expect([response.status, response.headers.get("location")]).toEqual([302, "/admin/dashboard"]);
  });

  test("accepts forms only", async () => {
    const { email } = anAdmin({ passwordHash: quick });

    const response = await send(LOGIN_DATA, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: PASSWORD }),
    });

    expect([response.status, response.headers.getSetCookie()]).toEqual([415, []]);
  });

  test.each([
    "/admin/dashboard/orders",
    "/admin/dashboard/orders?status=paid&q=a%26b",
    "/t/0123456789ABCDEFGHJK",
    "/",
  ])("returns to '%s'", async (redirectTo) => {
    const { email } = anAdmin({ passwordHash: quick });

    const response = await postLogin({ email, password: PASSWORD, redirectTo });

    const { pathname, search } = new URL(
      response.headers.get("location")!,
      "http://zoo.test/login",
    );
    expect(pathname + search).toBe(redirectTo);
  });

  const HOSTILE = [
    ...String.raw`
      //evil.example ///evil.example ////evil.example/x /\evil.example \\evil.example
      \/evil.example /\/evil.example //evil.example/.. //evil.example:80/login
      https://evil.example HTTPS://evil.example https:evil.example https:/evil.example
      http:evil.example http:\\evil.example https:///evil.example ftp://evil.example
      javascript:alert(1) JavaScript:alert(1) data:text/html,<script>alert(1)</script> vbscript:x
      blob:http://evil.example/1 /%09/evil.example /%0a/evil.example /%2f/evil.example
      /%5cevil.example /..//evil.example /.//evil.example /./\evil.example /a/..//evil.example
      /%2e%2e//evil.example /%2e//evil.example /x/../../..//evil.example //evil.example%2f..
      //zoo.test@evil.example http://zoo.test@evil.example/ //zoo.test.evil.example ／／evil.example
      /／evil.example 〱evil.example /x%0d%0aLocation:%20https://evil.example ?//evil.example
      //[::1]/ //0x7f000001/ http: // /\ \ .//evil.example evil.example @evil.example
      http://zoo.invalid/admin //zoo.invalid/x http://zoo.invalid//evil.example
    `
      .trim()
      .split(/\s+/),
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\n/evil.example",
    "\t//evil.example",
    "\n//evil",
    " //evil.example",
    "/\u0000/evil.example",
    "/\u2028/evil.example",
    "/x\r\nLocation: https://evil.example",
    "/\ud800/evil",
  ];

  test(`never redirects to another site (${HOSTILE.length} variants)`, async () => {
    vi.spyOn(console, "warn").mockReturnValue(); // the router notes addresses that look odd
    const { email } = anAdmin({ passwordHash: quick });

    for (const redirectTo of HOSTILE) {
      const fields = { email, password: PASSWORD, redirectTo };
      const document = await postLogin(fields);
      const data = await postLogin(fields, LOGIN_DATA);
      const drawn = await send(`${LOGIN_DATA}&${new URLSearchParams({ redirectTo })}`);

      const asked = JSON.stringify(redirectTo);
      const targets = [
        document.headers.get("location"),
        data.headers.get("x-remix-redirect"),
        (await drawn.json()).redirectTo,
      ];
      for (const target of targets) {
        expect(target, asked).toMatch(/^\/(?![/\\])/);
        // As a browser resolves it, from the login page and after an upgrade to https.
        expect([asked, new URL(target, "http://zoo.test/login").origin]).toEqual([
          asked,
          "http://zoo.test",
        ]);
      }
    }
  });
});
