import { createCookie } from "@remix-run/node";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { admins, audit, sessions } from "db/schema";
import type { Role } from "~/features/auth/roles";
import { createSession, refreshSession, staffOfRefresh } from "~/features/auth/sessions.server";
import { refreshSessionCookies } from "~/features/auth/session-cookies.http.server";
import { everyTestBeginsAt } from "../../support/data/clock";
import { call, send } from "../../support/site/app";
import { anAdmin } from "../../support/data/factories";
import {
  byBearer,
  DAY,
  formOf,
  jarOf,
  later,
  LOGIN_FIRST,
  leftOf,
  logIn,
  MINUTE,
  NOT_FOR_YOUR_ROLE,
  PASSWORD,
  quick,
  refresh,
  refreshCookieOf,
  SECOND,
  signedIn,
  slowly,
  toastIn,
  whoAmI,
  MORNING,
} from "../../support/site/sessions";
import { logger } from "~/lib/http/logger.server";

everyTestBeginsAt(MORNING);

const CSV = "/admin/dashboard/reports/orders.csv";
const PERSON = "/admin/dashboard/privacy/person.json";
const SYNC = "/admin/dashboard/check-in/sync";
const A_SCAN = {
  scans: JSON.stringify([{ key: "a-scan-of-no-ticket-at-all", code: "NONE", at: 0 }]),
};

const fromElsewhere = (init: RequestInit) => ({
  ...init,
  headers: { origin: "https://elsewhere.example" },
});

describe("refreshing tokens", () => {
  test("returns a new access token and refresh token", async () => {
    const { cookie, admin } = await signedIn();
    later(20 * MINUTE);

    const first = await refresh(cookie);
    later(20 * MINUTE);
    const second = await refresh(jarOf(first));

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(Object.keys(second.body.data)).toEqual(["accessToken"]);
    const { body } = await byBearer(second.body.data.accessToken);
    expect(body.data.admin._id).toBe(admin.id);
    expect(refreshCookieOf(second)).not.toBe(refreshCookieOf(first));
  });

  test("updates only this device's last use", async () => {
    const { cookie } = await signedIn();
    later(SECOND);
    await signedIn();
    later(20 * MINUTE);
    await refresh(cookie);

    const seen = db.select().from(sessions).all();
    expect(seen.map(({ lastSeenAt }) => lastSeenAt - MORNING)).toEqual([
      20 * MINUTE + SECOND,
      SECOND,
    ]);
  });

  describe("happens on a route without a page as well", () => {
    test.each<[why: string, role: Role, path: string, init: RequestInit, status: number]>([
      ["answers", "admin", CSV, {}, 200],
      ["refuses a role", "editor", CSV, {}, 403],
      ["answers", "owner", `${PERSON}?email=asha@example.org`, {}, 200],
      ["refuses what was asked", "owner", PERSON, {}, 400],
      ["refuses a role", "admin", `${PERSON}?email=asha@example.org`, {}, 403],
      ["answers", "editor", SYNC, {}, 200],
      ["answers", "editor", SYNC, formOf(A_SCAN), 200],
      ["refuses what was sent", "editor", SYNC, formOf({ scans: "{" }), 400],
      ["refuses another site", "editor", SYNC, fromElsewhere(formOf(A_SCAN)), 403],
    ])("that %s %s at %s sets cookies", async (_, role, path, init, status) => {
      const cookie = await leftOf(role);

      const answer = await send(path, { ...init, headers: { ...init.headers, cookie } });
      later(20 * MINUTE);

      expect(answer.status).toBe(status);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(refreshCookieOf(answer)).not.toBe("");
      expect((await refresh(jarOf(answer))).status).toBe(200);
    });

    test.each([
      [`${PERSON}?email=asha@example.org`, "messages"],
      [SYNC, "tickets"],
    ])("also happens with an internal error at %s", async (path, lost) => {
      const cookie = await leftOf("owner");
      const log = vi.spyOn(logger, "error").mockReturnValue();
      sqlite.exec(`ALTER TABLE ${lost} RENAME TO lost`);

      const answer = await send(path, { headers: { cookie } });
      later(20 * MINUTE);

      expect(answer.status).toBe(500);
      expect((await refresh(jarOf(answer))).status).toBe(200);
      expect(log).toHaveBeenCalledOnce();
    });

    test("also happens if the work exceeds the grace period", async () => {
      const cookie = await leftOf("editor");

      const answer = await send(SYNC, slowly(A_SCAN, cookie));

      expect(answer.status).toBe(200);
      expect((await refresh(jarOf(answer))).status).toBe(200);
    });

    test("an aborted request is not an internal error", async () => {
      const cookie = await leftOf("editor");
      const log = vi.spyOn(logger, "error").mockReturnValue();
      const browser = new AbortController();
      const pull = (body: ReadableStreamDefaultController) => {
        browser.abort();
        body.error(browser.signal.reason);
      };
      const cut = new ReadableStream({ pull }, { highWaterMark: 0 });
      const headers = { cookie, "content-type": "application/x-www-form-urlencoded" };

      const init = { method: "POST", body: cut, headers, duplex: "half", signal: browser.signal };
      await send(SYNC, init as RequestInit);

      expect(log).not.toHaveBeenCalled();
    });
  });

  test("by two tabs at once returns the same tokens", async () => {
    const { cookie } = await signedIn();

    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(cookie)));

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(refreshCookieOf)).size).toBe(1);
    const after = await refresh(jarOf(answers[7]!));
    expect(after.status).toBe(200);
  });

  test("clears the cookies of an ended session", async () => {
    const { cookie, bearer } = await signedIn();
    const asked = new Request("http://zoo.test/", { headers: { cookie } });
    expect(await refreshSessionCookies(asked)).toEqual([]);
    await call("POST /admin/logout", { headers: bearer });

    const lines = await refreshSessionCookies(asked);

    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^zoo_(access|refresh)=;.* Max-Age=0;/);
  });

  test("again after a lost response returns the same successor", async () => {
    const { cookie } = await signedIn();

    const lost = await refresh(cookie);
    later(3 * SECOND);
    const again = await refresh(cookie);

    expect(again.status).toBe(200);
    expect(refreshCookieOf(again)).toBe(refreshCookieOf(lost));
  });

  test("again is accepted for 30 seconds only", async () => {
    const [prompt, slow] = [await signedIn(), await signedIn()];
    for (const { cookie } of [prompt, slow]) await refresh(cookie);

    later(30 * SECOND);
    expect((await refresh(prompt.cookie)).status).toBe(200);
    later(1);
    expect((await refresh(slow.cookie)).status).toBe(401);
  });

  test("is not caused by reading the session", async () => {
    const admin = anAdmin();
    const { refreshToken } = await createSession(admin.id, "test");
    later(20 * MINUTE);

    expect([staffOfRefresh(refreshToken), staffOfRefresh(refreshToken)]).toMatchObject([
      { id: admin.id },
      { id: admin.id },
    ]);
    expect(staffOfRefresh("nonsense")).toBeNull();
    const { refreshToken: next } = await refreshSession(refreshToken);
    later(30 * SECOND);
    expect(staffOfRefresh(refreshToken)).toMatchObject({ id: admin.id });
    later(1);
    expect(staffOfRefresh(refreshToken), "by now it is taken for a copy").toBeNull();
    expect(staffOfRefresh(next)).toBeNull();
    expect(db.select().from(audit).all().at(-1)).toMatchObject({ action: "session.reuse" });
  });

  test("with a used token revokes the session", async () => {
    const { admin, cookie, token } = await signedIn();
    const honest = await refresh(cookie);
    later(5 * MINUTE);

    const thief = await refresh(cookie);

    expect([thief.status, thief.body.message]).toEqual([401, LOGIN_FIRST]);
    expect((await refresh(jarOf(honest))).status).toBe(401);
    expect((await byBearer(honest.body.data.accessToken)).status).toBe(401);
    expect((await byBearer(token)).status).toBe(401);
    expect(db.select().from(audit).all().at(-1)).toMatchObject({
      actorName: "site",
      action: "session.reuse",
      target: `admin ${admin.id}`,
    });
  });

  test("with an older token revokes the session within the grace period", async () => {
    const { cookie } = await signedIn();
    const first = await refresh(cookie);
    const second = await refresh(jarOf(first));

    const grandparent = await refresh(cookie);

    expect(grandparent.status).toBe(401);
    expect((await refresh(jarOf(second))).status).toBe(401);
  });

  test("leaves other sessions when one is revoked", async () => {
    const { admin, cookie } = await signedIn();
    const other = await logIn({ email: admin.email, password: PASSWORD });
    await refresh(cookie);
    later(5 * MINUTE);
    await refresh(cookie);

    const { status } = await refresh(jarOf(other));

    expect(status).toBe(200);
  });

  test("fails after ten days", async () => {
    const { cookie } = await signedIn();
    const other = await signedIn();

    later(10 * DAY - MINUTE);
    const inTime = await refresh(cookie);
    later(2 * MINUTE);
    const late = await refresh(other.cookie);

    expect([inTime.status, late.status]).toEqual([200, 401]);
  });

  test("fails ninety days after sign-in", async () => {
    let { cookie } = await signedIn();
    const statuses: number[] = [];
    for (let day = 9; day <= 99; day += 9) {
      later(9 * DAY);
      const answer = await refresh(cookie);
      statuses.push(answer.status);
      if (answer.status === 200) cookie = jarOf(answer);
    }
    expect(statuses).toEqual([...Array(9).fill(200), 401, 401]);
  });

  test.each([
    "zoo_refresh=nonsense",
    "zoo_refresh=%E0%A4%A",
    "zoo_refresh=bnVsbA%3D%3D",
    "zoo_refresh=eyJhIjoxfQ%3D%3D",
    "zoo_access=nonsense; zoo_refresh=W10%3D",
  ])("with the cookie '%s' is a 401 that clears the cookies", async (cookie) => {
    const { status, body, headers } = await refresh(cookie);

    expect([status, body.message]).toEqual([401, LOGIN_FIRST]);
    const cleared = headers.getSetCookie();
    expect(cleared).toHaveLength(2);
    for (const line of cleared) expect(line).toMatch(/^zoo_(access|refresh)=;.* Max-Age=0;/);
  });

  test.each(["", "zoo_refresh=", "zoo_access=nonsense", "=; ;;=="])(
    "with the cookie '%s' is a 400",
    async (cookie) => {
      const { status, body, headers } = await refresh(cookie);

      expect([status, body.message]).toEqual([400, "Refresh token is required"]);
      expect(headers.getSetCookie()).toEqual([]);
    },
  );

  test("ends the asking of a client whose session is over", async () => {
    const { cookie, bearer } = await signedIn();
    await call("POST /admin/logout", { headers: bearer });

    const first = await refresh(cookie);
    const second = await refresh(jarOf(first));

    expect([first.status, second.status]).toEqual([401, 400]);
  });

  test("takes the cookie's value in the body, and another name", async () => {
    const { cookie } = await signedIn();
    const [, value = ""] = /zoo_refresh=([^;]+)/.exec(cookie) ?? [];
    const ask = (refreshToken: unknown, headers = {}) =>
      call("POST /admin/refresh-token", { body: { refreshToken }, headers });

    const answers = [
      await ask(value),
      await ask(decodeURIComponent(value), { origin: "https://elsewhere.example" }),
      await ask("", { cookie }),
      await ask(null, { cookie }),
      await ask("nonsense"),
      await ask(""),
      await ask(7),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 401, 400, 400]);
    expect((await byBearer(answers[0]!.body.data.accessToken)).status).toBe(200);
  });

  test("requires the cookie, not a bearer or access token", async () => {
    const { bearer, token } = await signedIn();
    const name = refreshCookieOf(await logInAgain()).split("=")[0] ?? "";
    const posing = await createCookie(name).serialize(token);

    const answers = [
      await call("POST /admin/refresh", { headers: bearer }),
      await refresh(posing.split(";")[0]!),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 401]);
  });

  const logInAgain = () => {
    const { email } = anAdmin({ passwordHash: quick });
    return logIn({ email, password: PASSWORD });
  };

  test.each([
    ["both cookies", async () => (await signedIn()).cookie],
    ["the refresh cookie alone", () => leftOf("admin")],
  ])("by another site with %s is rejected without using the token", async (_, left) => {
    const cookie = await left();

    const foreign = await call("POST /admin/refresh", {
      headers: { cookie, "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    });
    later(MINUTE);

    expect(foreign.status).toBe(403);
    expect((await refresh(cookie)).status).toBe(200);
  });
});

describe("signing out", () => {
  test.each(["bearer", "cookie", "refresh cookie alone"] as const)(
    "by %s ends the session and clears the cookies",
    async (how) => {
      const { cookie, token, bearer } = await signedIn();
      const renewing = cookie
        .split("; ")
        .filter((part) => !/access/.test(part))
        .join("; ");
      const headers = { bearer, cookie: { cookie }, "refresh cookie alone": { cookie: renewing } }[
        how
      ];

      const { status, body, headers: answered } = await call("POST /admin/logout", { headers });

      expect([status, body.data]).toEqual([200, {}]);
      const cleared = answered.getSetCookie();
      expect(cleared).toHaveLength(2);
      for (const line of cleared) expect(line).toMatch(/Max-Age=0\b/);
      expect((await byBearer(token)).status).toBe(401);
      expect((await whoAmI({ cookie })).status).toBe(401);
      expect((await refresh(cookie)).status).toBe(401);
    },
  );

  test("ends the session of every token, also of expired ones", async () => {
    const [a, b, c] = [await signedIn(), await signedIn(), await signedIn()];
    const [, access = ""] = /(zoo_access=[^;]+)/.exec(a.cookie) ?? [];
    const [, renewing = ""] = /(zoo_refresh=[^;]+)/.exec(b.cookie) ?? [];
    later(20 * MINUTE);

    await call("POST /admin/logout", {
      headers: { cookie: `${access}; ${renewing}`, ...c.bearer },
    });

    for (const { cookie } of [a, b, c]) expect((await refresh(cookie)).status).toBe(401);
  });

  test("by bearer from another site leaves the session of the cookie", async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()];
    const headers = { cookie: mine.cookie, ...theirs.bearer, origin: "https://evil.example" };

    await call("POST /admin/logout", { headers });

    expect([(await byBearer(theirs.token)).status, (await byBearer(mine.token)).status]).toEqual([
      401, 200,
    ]);
  });

  test("succeeds when signed out or with an expired token", async () => {
    const { cookie } = await signedIn();
    later(20 * MINUTE);

    const answers = [
      await call("POST /admin/logout"),
      await call("POST /admin/logout", { headers: { cookie } }),
      await call("POST /admin/logout", { headers: { cookie } }),
      await call("POST /admin/logout", { headers: { authorization: "Bearer nonsense" } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await refresh(cookie)).status).toBe(401);
  });

  test("ends only this device's session", async () => {
    const { admin, cookie } = await signedIn();
    const other = await logIn({ email: admin.email, password: PASSWORD });

    await call("POST /admin/logout", { headers: { cookie } });

    expect((await whoAmI({ cookie: jarOf(other) })).status).toBe(200);
  });

  test("on the screen redirects with a toast, by POST only", async () => {
    const { cookie } = await signedIn();

    const looked = await send("/logout", { headers: { cookie } });
    expect((await whoAmI({ cookie })).status).toBe(200);
    const pressed = await send("/logout", { ...formOf({}), headers: { cookie } });

    expect([looked.status, pressed.status]).toEqual([302, 302]);
    expect(pressed.headers.get("location")).toBe("/");
    expect(await toastIn(pressed)).toBe("Signed out");
    expect((await whoAmI({ cookie })).status).toBe(401);
  });
});

test.each(["nonsense", "expired"])(
  "a bearer that is %s falls back to the cookie",
  async (which) => {
    const { token } = await signedIn("editor");
    later(20 * MINUTE);
    const { admin, cookie } = await signedIn("owner");
    const authorization = `Bearer ${which === "expired" ? token : which}`;
    const body = { name: "Lion", description: "Sleeps twenty hours a day." };
    const write = (headers: object) =>
      call("POST /animal", { body, headers: { authorization, cookie, ...headers } });

    expect((await whoAmI({ authorization, cookie })).body.data.admin._id).toBe(admin.id);
    expect((await write({})).status).toBe(201);
    expect((await write({ origin: "https://evil.example" })).status).toBe(403);
    expect((await whoAmI({ authorization })).status).toBe(401);
  },
);

describe("permissions are read for every request", () => {
  const setAdmin = (id: string, changes: Partial<typeof admins.$inferInsert>) =>
    db.update(admins).set(changes).where(eq(admins.id, id)).run();

  test("disabling ends access at once, by bearer, cookie, refresh and screen", async () => {
    const { admin, cookie, token } = await signedIn("owner");

    setAdmin(admin.id, { active: false });

    const answers = [await byBearer(token), await whoAmI({ cookie }), await refresh(cookie)];
    const screen = await send("/admin/dashboard", { headers: { cookie } });
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(screen.status).toBe(302);
    expect(screen.headers.get("location")).toMatch(/^\/login\?/);
  });

  test("deleting ends access at once", async () => {
    const { admin, cookie, token } = await signedIn("owner");

    db.delete(admins).where(eq(admins.id, admin.id)).run();

    const answers = [await byBearer(token), await whoAmI({ cookie }), await refresh(cookie)];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  test("demotion to editor removes order access at once", async () => {
    const { admin, cookie, bearer } = await signedIn("admin");
    const before = await call("GET /order", { headers: bearer });

    setAdmin(admin.id, { role: "editor" });

    const refreshed = await refresh(cookie);
    const answers = [
      await call("GET /order", { headers: bearer }),
      await call("GET /order", { headers: { cookie: jarOf(refreshed) } }),
    ];
    expect(before.status).toBe(200);
    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([403, NOT_FOR_YOUR_ROLE]);
    }
  });

  test("promotion to owner allows deleting at once", async () => {
    const { admin, bearer } = await signedIn("editor");

    setAdmin(admin.id, { role: "owner" });

    const { body } = await whoAmI(bearer);
    expect(body.data.admin.role).toBe("owner");
  });
});
