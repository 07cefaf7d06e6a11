import { describe, expect, test } from "vitest";
import { db } from "db/connection.server";
import { animals } from "db/schema";
import { adminById, editAdmin } from "~/features/admins/admins.server";
import { orderById } from "~/features/orders/orders.server";
import { refreshSessionCookies } from "~/features/auth/session-cookies.http.server";
import { call, send } from "../../support/site/app";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import {
  DAY,
  formOf,
  jarOf,
  later,
  LOGIN_DATA,
  leftOf,
  MINUTE,
  refresh,
  refreshCookieOf,
  signedIn,
  slowly,
  whoAmI,
  MORNING,
} from "../../support/site/sessions";

everyTestBeginsAt(MORNING);

describe("the back office", () => {
  test("neither an old cookie nor a bearer token opens a screen", async () => {
    const { cookie } = await signedIn("owner");
    await call("POST /admin/logout", { headers: { cookie } });

    const byOldCookie = await send("/admin/dashboard/orders", { headers: { cookie } });
    const authorization = `Bearer ${(await signedIn("owner")).token}`;
    const byToken = await send("/admin/dashboard/orders", { headers: { authorization } });

    for (const { status, headers } of [byOldCookie, byToken]) {
      expect(status).toBe(302);
      expect(headers.get("location")).toMatch(/^\/login/);
    }
  });

  test("a screen renews an expired access token transparently", async () => {
    const { cookie, admin } = await signedIn("owner");
    const { id } = anOrder();
    later(16 * MINUTE);
    const door = "http://zoo.test/admin/dashboard/orders?_data=routes/admin/orders";

    const document = await send("/admin/dashboard/orders", { headers: { cookie } });
    const data = await send(door.slice("http://zoo.test".length), { headers: { cookie } });
    const renewed = await refreshSessionCookies(new Request(door, { headers: { cookie } }));

    expect([document.status, data.status]).toEqual([200, 200]);
    expect(await data.text()).toContain(id);
    const headers = new Headers(renewed.map((line): [string, string] => ["set-cookie", line]));
    later(MINUTE);
    const { status, body } = await whoAmI({ cookie: jarOf({ headers }) });
    expect([status, body.data.admin._id]).toEqual([200, admin.id]);
  });

  test("a form with an expired access token succeeds", async () => {
    const { cookie } = await signedIn("admin");
    const { id } = anOrder();
    later(16 * MINUTE);

    const { status, headers } = await send("/admin/dashboard/orders", {
      ...formOf({ id, intent: "paid" }),
      headers: { cookie },
    });

    const { body } = await call("GET /order/{id}", { as: "owner", params: { id } });
    expect([status, body.data.order.status]).toEqual([302, "paid"]);
    expect(headers.get("location")).toMatch(/^\/admin\/dashboard\/orders/);
  });

  describe("a form that takes longer to arrive than the reuse grace period", () => {
    const PROFILE = { intent: "profile", name: "Asha Rao", email: "asha-slow@zoo.test" };
    const SETTINGS = "/admin/dashboard/settings";
    const SETTINGS_DATA = `${SETTINGS}?_data=routes/admin/settings`;
    /** What entry.server does, which these tests have none of. */
    const renewed = async (cookie: string) => {
      const request = new Request("http://zoo.test/", { headers: { cookie } });
      const lines = await refreshSessionCookies(request);
      return { headers: new Headers(lines.map((line): [string, string] => ["set-cookie", line])) };
    };
    const isSignedIn = async (jar: string) => (await refresh(jar)).status === 200;

    test.each([
      ["an account's", SETTINGS, PROFILE, 302],
      ["a row's", "/admin/dashboard/orders", { intent: "paid" }, 302],
      ["a refused one", SETTINGS, { ...PROFILE, name: "" }, 400],
    ])("does not end the session: %s", async (_, path, fields, status) => {
      const cookie = await leftOf("owner");
      const { id } = anOrder();

      const answer = await send(path, slowly({ id, ...fields }, cookie));

      expect(answer.status).toBe(status);
      const after = await renewed(cookie);
      expect(refreshCookieOf(after), "brought by the page that the form ends at").not.toBe("");
      expect(await isSignedIn(jarOf(after))).toBe(true);
    });

    test("does not end a session renewed by another tab", async () => {
      const cookie = await leftOf("owner");
      let other = "";
      const renewThere = async () => void (other = jarOf(await refresh(cookie)));

      const answer = await send(SETTINGS_DATA, slowly(PROFILE, cookie, renewThere));

      expect([answer.status, (await renewed(cookie)).headers.getSetCookie()]).toEqual([204, []]);
      expect(await isSignedIn(other)).toBe(true);
    });
  });

  describe("permissions are checked after the form has arrived", () => {
    test("a demoted owner cannot restore the role", async () => {
      const { cookie, admin } = await signedIn("owner");
      const other = asStaff(anAdmin({ role: "owner" }));
      const dismiss = async () =>
        void editAdmin(other, admin.id, { role: "editor", active: false });
      const form = { intent: "edit", id: admin.id, name: admin.name, email: admin.email };

      const answer = await send(
        "/admin/dashboard/admins",
        slowly({ ...form, role: "owner", active: "on" }, cookie, dismiss),
      );

      expect(answer.headers.get("location")).toMatch(/^\/login\?.*ended=unsaved/);
      expect(adminById(db, admin.id)).toMatchObject({ role: "editor", active: false });
    });

    test("an admin demoted to editor cannot mark an order paid", async () => {
      const { cookie, admin } = await signedIn("admin");
      const other = asStaff(anAdmin({ role: "owner" }));
      const demote = async () => void editAdmin(other, admin.id, { role: "editor" });
      const { id } = anOrder();

      const answer = await send(
        "/admin/dashboard/orders?_data=routes/admin/orders",
        slowly({ id, intent: "paid" }, cookie, demote),
      );

      expect([answer.status, orderById(id).status]).toEqual([403, "pending"]);
    });

    test("an image upload is rejected as well", async () => {
      const { cookie, admin } = await signedIn("editor");
      const other = asStaff(anAdmin({ role: "owner" }));
      const disable = async () => void editAdmin(other, admin.id, { active: false });
      const animal = { name: "Red Panda", category: "Mammal", description: "Lives in the trees." };

      const answer = await send("/admin/dashboard/add/animals", slowly(animal, cookie, disable));

      expect(answer.headers.get("location")).toMatch(/^\/login/);
      expect(db.select().from(animals).all()).toEqual([]);
    });
  });

  const TOLD = "You were signed out. Sign in again to continue.";
  const NOT_SAVED =
    "You were signed out, and what you sent was not saved. Sign in again to continue.";
  /** The way back and the words on the login screen that an answer leads to. */
  async function signInFrom(headers: Headers) {
    const address = headers.get("location") ?? headers.get("x-remix-redirect") ?? "";
    const screen = await send(`${address}&_data=routes/session/login`);
    const { redirectTo, signedOut } = await screen.json();
    return [redirectTo, signedOut];
  }

  test("redirects from /admin", async () => {
    const { status, headers } = await send("/admin");

    expect([status, headers.get("location")]).toEqual([302, "/admin/dashboard"]);
  });

  test("an ended session redirects to login and back", async () => {
    const { cookie } = await signedIn("admin");
    later(11 * DAY);

    const { status, headers } = await send("/admin/dashboard/orders?status=paid", {
      headers: { cookie },
    });

    expect(status).toBe(302);
    expect(await signInFrom(headers)).toEqual(["/admin/dashboard/orders?status=paid", TOLD]);
  });

  test("the login page warns only browsers without cookies", async () => {
    const HERE = "/admin/dashboard/orders";
    const comingFrom = async (referer: string) =>
      signInFrom((await send(HERE, { headers: { referer } })).headers);

    expect(await comingFrom("http://zoo.test/login?redirectTo=%2F")).toEqual([
      HERE,
      "Your browser did not keep the cookie that signs you in. Allow cookies for this site, then sign in again.",
    ]);
    expect(await comingFrom("http://zoo.test/animals")).toEqual([HERE, null]);
    expect(await comingFrom("login")).toEqual([HERE, null]);
  });

  test("a form of an ended session reports that nothing was saved", async () => {
    const { cookie } = await signedIn("owner");
    later(11 * DAY);
    const form = "/admin/dashboard/capacity?day=2026-08-09&close=1";
    const fields = formOf({ intent: "close", day: "2026-08-09", morning: "on", way: "offer" });

    const document = await send(form, { ...fields, headers: { cookie } });
    const data = await send(`${form}&_data=routes/admin/capacity`, fields);

    for (const { headers } of [document, data]) {
      expect(await signInFrom(headers)).toEqual([form, NOT_SAVED]);
    }
  });

  test("an anonymous user sees no session message", async () => {
    const { headers } = await send("/admin/dashboard?index&_data=routes/admin/dashboard");

    expect(await signInFrom(headers)).toEqual(["/admin/dashboard", null]);
    const [made, up] = [await send(`${LOGIN_DATA}&ended=constructor`), await send(LOGIN_DATA)];
    expect([(await made.json()).signedOut, (await up.json()).signedOut]).toEqual([null, null]);
  });
});
