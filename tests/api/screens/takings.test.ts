import { expect, test } from "vitest";
import { db } from "db/connection.server";
import { lockedDays, payments } from "db/schema";
import type { Role } from "~/features/auth/roles";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { DENOMINATIONS, type NoteCounts } from "~/features/shifts/shift.rules";
import { closeShift, openShift } from "~/features/shifts/shifts.server";
import { addDays, formatShortDate } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { call, cookieOf } from "../../support/site/app";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { sendAndRender } from "../../support/site/rendered-app";
import { formOf } from "../../support/site/sessions";

const NONE = Object.fromEntries(DENOMINATIONS.map((each) => [each, 0])) as NoteCounts;

const PATH = "/admin/dashboard/takings";
const today = () => toLocalDate();

async function screen(role: Role, query = "", fields?: Record<string, string>) {
  const headers = { cookie: await cookieOf(role) };
  const response = await sendAndRender(PATH + query, { ...(fields && formOf(fields)), headers });
  const html = (await response.text()).replaceAll("<!-- -->", "");
  return { status: response.status, location: response.headers.get("location"), html };
}

const lock = (day: string) => screen("owner", "", { intent: "lock", day });

test("a day that waits for a decision stays open, and the error leads to Reconcile", async () => {
  anOrder({ status: "paid" });
  db.update(payments).set({ review: "duplicate" }).run();

  const { status, html } = await lock(today());

  expect(status).toBe(409);
  expect(html).toContain(`Not locked: ${formatShortDate(today())} has 1 payment or refund`);
  expect(html).toContain('href="/admin/dashboard/reconcile"');
  expect(html).toContain("To decide");
  expect(db.select().from(lockedDays).all()).toEqual([]);
});

test.each(["", "2026-02-30", "soon", "9998-01-01"])("%j is no day to lock", async (day) => {
  const { status, html } = await lock(day);
  expect(status).toBe(400);
  expect(html).toContain("Not locked: ");
});

test("a locked day says by whom, and asks no more", async () => {
  expect((await lock(today())).location).toBe(`${PATH}#main`);
  const { html } = await screen("owner");
  expect(html).toContain("by Kabir Singh");
  expect(html).not.toContain("confirm=lock");
  const asked = await screen("owner", `?confirm=lock&id=${today()}`);
  expect([asked.status, asked.location]).toEqual([302, PATH]);
});

test("the question comes only for a day in view that can be locked", async () => {
  expect((await screen("owner", `?confirm=lock&id=${today()}`)).html).toContain("<dialog");
  for (const day of [addDays(today(), 1), addDays(today(), -1), "x"])
    expect((await screen("owner", `?confirm=lock&id=${day}`)).status).toBe(302);
  expect((await screen("admin", `?confirm=lock&id=${today()}`)).status).toBe(302);
});

test("admins see takings without locks, and the sidebar names them", async () => {
  const { html } = await screen("admin");
  expect(html).toContain('href="/admin/dashboard/takings"');
  expect(html).not.toContain("confirm=lock");
  const dashboard = await sendAndRender("/admin/dashboard", {
    headers: { cookie: await cookieOf("editor") },
  });
  expect(await dashboard.text()).not.toContain('href="/admin/dashboard/takings"');
});

test("lines and file name the shift through which the money went", async () => {
  const by = asStaff(anAdmin({ role: "admin" }));
  const before = anOrder({ paymentMethod: "cash" });
  const { id } = openShift(by, { float: 0 });
  updateOrderStatus(by, before.id, "paid");
  const csv = async () =>
    (await sendAndRender(`${PATH}.csv`, { headers: { cookie: await cookieOf("owner") } })).text();

  expect((await screen("owner")).html).toContain("Shift (open)");
  expect(await csv()).toContain("INR,open");
  closeShift(by, id, { counts: { ...NONE, 10: 3 }, reason: "", shownDifference: null });
  expect((await screen("owner")).html).toContain(`href="/admin/dashboard/shifts/${id}"`);
  expect((await screen("owner")).html).toContain("Shift 1<");
  expect(await csv()).toContain("INR,1");
});

test("a period of more than a year is named at its field", async () => {
  const { html } = await screen("owner", "?from=2020-01-01&to=2026-01-01");
  expect(html).toMatch(/id="\w+-error"[^>]*>.*?Choose at most 366 days/s);
});

test("a later page of a short list is its last", async () => {
  const { id } = anOrder({ status: "paid" });
  const { html } = await screen("owner", "?page=99");
  expect(html).toContain(id);
  expect(html).toContain("Page 1 of 1");
});

test("the API lists payments by day, provider and review", async () => {
  anOrder({ status: "refunded" });
  anOrder({ status: "paid" });
  db.update(payments).set({ review: "amount" }).run();
  const list = async (query: Record<string, string>) => {
    const { body } = await call("GET /payment", { as: "admin", query });
    return body.data.items.map((item: { receiptNumber: number; refunded: number }) => [
      item.receiptNumber,
      item.refunded,
    ]);
  };
  const both = [
    [2, 0],
    [1, 30],
  ];
  expect(await list({ from: today(), to: today() })).toEqual(both);
  expect(await list({ from: addDays(today(), 1) })).toEqual([]);
  expect(await list({ provider: "razorpay" })).toEqual([]);
  expect(await list({ provider: "manual", review: "amount" })).toEqual(both);
  expect(await list({ review: "duplicate" })).toEqual([]);
  expect(await list({ limit: "1", page: "2" })).toEqual([[1, 30]]);
});

test.each([
  [{ from: "2020-01-01", to: "2026-01-01" }, "Choose at most 366 days"],
  [{ from: "2026-02-30" }, "from must be a day such as 2026-12-25"],
])("the API rejects the period %j", async (query, message) => {
  const { status, body } = await call("GET /payment/takings", { as: "owner", query });
  expect([status, body.message]).toEqual([400, message]);
});
