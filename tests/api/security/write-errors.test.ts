import Database from "better-sqlite3";
import { afterEach, describe, expect, test, vi } from "vitest";
import { sqlite } from "db/connection.server";
import { isWritable } from "db/read-only.server";
import { createSession, refreshSession, staffOfRefresh } from "~/features/auth/sessions.server";
import { readinessProblems } from "~/features/maintenance/readiness.server";
import { searchOrders } from "~/features/orders/list/order-search.server";
import { skipIfBusy, transaction, onWriteError } from "~/lib/write-transaction.server";
import { createFormToken } from "~/lib/http/form-token.server";
import { refreshSessionCookies, sessionCookies } from "~/features/auth/session-cookies.http.server";
import { getSessionUser } from "~/features/auth/auth.http.server";
import { readToast } from "~/lib/http/toast.server";
import { call, send } from "../../support/site/app";
import { anAdmin, anOrder, anOrderBody } from "../../support/data/factories";
import { formOf, signedIn } from "../../support/site/sessions";

const SAYS =
  "Nothing can be saved right now, so this was not saved. Please try again in a few minutes.";

const DASHBOARD = "/admin/dashboard?_data=routes/admin/dashboard";

/** The next change meets this failure when it is about to be written down. */
function failNext(code: string) {
  const failing = vi.spyOn(sqlite, "transaction");
  failing.mockImplementationOnce(() => {
    const fail = () => {
      throw new Database.SqliteError("as on a broken disk", code);
    };
    return Object.assign(fail, { deferred: fail, immediate: fail, exclusive: fail }) as never;
  });
}
afterEach(() => void vi.restoreAllMocks());

const change = () => transaction(() => "changed");

describe("a failed write", () => {
  test.each([
    ["SQLITE_BUSY", "The site is very busy, and this was not saved.", 2],
    ["SQLITE_FULL", "Nothing can be saved right now, so this was not saved.", 120],
    ["SQLITE_IOERR_SHMSIZE", "Nothing can be saved right now, so this was not saved.", 120],
    ["SQLITE_READONLY", "Nothing can be saved right now, so this was not saved.", 120],
    ["SQLITE_CANTOPEN", "Nothing can be saved right now, so this was not saved.", 120],
  ])("%s is an error, and the next write is tried", (code, words, retryAfter) => {
    failNext(code);

    expect(change).toThrowError(expect.objectContaining({ code: "busy", retryAfter }));
    failNext(code);
    expect(change).toThrowError(words);
    expect(change()).toBe("changed");
    expect(readinessProblems()).toEqual([]);
  });

  test("is reported to listeners with SQLite's error", () => {
    const told = vi.fn();
    onWriteError(told);
    failNext("SQLITE_FULL");

    skipIfBusy(change);

    expect(told).toHaveBeenCalledWith(
      "A change was not written",
      expect.objectContaining({ code: "SQLITE_FULL" }),
    );
  });

  test("includes wrapped errors", () => {
    const cause = new Database.SqliteError("database or disk is full", "SQLITE_FULL");
    const wrapped = () => {
      throw new Error("Failed query", { cause });
    };
    expect(() => transaction(wrapped)).toThrowError(SAYS);
  });

  test("leaves other errors unchanged", () => {
    failNext("SQLITE_CONSTRAINT_UNIQUE");
    expect(() => skipIfBusy(change)).toThrowError("as on a broken disk");
  });

  test("is a 503 for API clients, which can retry", async () => {
    const headers = { "idempotency-key": "the-same-key-again" };
    failNext("SQLITE_FULL");
    const refused = await call("POST /order", { body: anOrderBody(), headers });
    expect(refused).toMatchObject({ status: 503, body: { success: false, message: SAYS } });
    expect(refused.headers.get("retry-after")).toBe("120");

    const { status } = await call("POST /order", { body: anOrderBody(), headers });
    expect(status).toBe(201);
  });

  test("returns a form with its input", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 5_000 });
    const opened = createFormToken(); // long enough ago for a person
    vi.useRealTimers();
    const typed = { name: "Asha Rao", email: "asha@example.org", message: "Passes?", opened };
    failNext("SQLITE_FULL");
    const response = await send("/contact?_data=routes/public/contact", {
      method: "POST",
      body: new URLSearchParams(typed),
    });

    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "120"]);
    expect(await response.json()).toEqual({ message: SAYS, issues: [], values: typed });
  });

  test("makes sign-out fail with a message", async () => {
    const { cookie, admin } = await signedIn();
    failNext("SQLITE_FULL");
    const response = await send("/logout", { ...formOf({}), headers: { cookie } });

    expect([response.status, response.headers.get("location")]).toEqual([302, "/admin/dashboard"]);
    const told = response.headers.getSetCookie().map((line) => line.split(";")[0]);
    const next = new Request("http://zoo.test/", { headers: { cookie: told.join("; ") } });
    expect(await readToast(next)).toMatchObject({ text: `Logout failed: ${SAYS}`, tone: "bad" });
    expect(told).toHaveLength(1);
    expect(
      await getSessionUser(new Request("http://zoo.test/", { headers: { cookie } })),
    ).toMatchObject({ id: admin.id });
  });

  test("does not hide orders missing from the index", () => {
    anOrder({ contact: { name: "Zubin Unindexed", email: "z@example.org", phone: "9876543210" } });
    failNext("SQLITE_FULL");
    expect(searchOrders(["unindexed"], { status: [], phone: undefined })).toHaveLength(1);
  });

  test("does not sign out staff with an expired access token", async () => {
    const { refreshToken } = await createSession(anAdmin({ role: "owner" }).id, "test");
    const [, line] = await sessionCookies({ accessToken: "run out", refreshToken });
    const cookie = line!.split(";")[0]!;
    sqlite.pragma("query_only = 1");
    const response = await send(DASHBOARD, { headers: { cookie } });
    const cookies = await refreshSessionCookies(
      new Request("http://zoo.test/", { headers: { cookie } }),
    );
    sqlite.pragma("query_only = 0");

    expect(response.status).toBe(200);
    expect(cookies).toEqual([]);
  });

  test("is displayed on the dashboard", async () => {
    const { cookie } = await signedIn("editor");
    const troubles = async () => {
      const seen = await send(DASHBOARD, { headers: { cookie } });
      return (await seen.json()).overview.problems;
    };
    expect(await troubles()).toEqual([]);

    sqlite.pragma("query_only = 1");
    const told = await troubles();
    sqlite.pragma("query_only = 0");

    expect(told).toEqual([expect.stringContaining("nothing is written until a restart")]);
  });

  test("still rejects a reused token", async () => {
    const { refreshToken: copied } = await createSession(anAdmin().id, "test");
    await refreshSession((await refreshSession(copied)).refreshToken);
    sqlite.pragma("query_only = 1");
    const staff = staffOfRefresh(copied);
    sqlite.pragma("query_only = 0");

    expect(staff).toBeNull();
  });
});

// Last in this file: from here on its database takes no writes.
describe.each(["SQLITE_IOERR_FSYNC", "SQLITE_CORRUPT", "SQLITE_NOTADB"])("after %s", (code) => {
  test("is read-only until a restart, and /readyz says so", async () => {
    sqlite.pragma("query_only = 0");
    failNext(code);
    expect(change).toThrowError(SAYS);

    expect(isWritable()).toBe(false);
    const refused = await call("POST /order", { body: anOrderBody() });
    expect(refused).toMatchObject({ status: 503, body: { message: SAYS } });
    expect((await send("/api/v1/animal")).status).toBe(200);
    expect((await send("/animals")).status).toBe(200);
    const ready = await send("/readyz");
    expect(ready.status).toBe(503);
    expect(await ready.text()).toContain("nothing is written until a restart");
  });
});
