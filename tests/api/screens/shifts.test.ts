import { expect, test } from "vitest";
import { db } from "db/connection.server";
import { payments, shifts } from "db/schema";
import type { Staff } from "~/features/auth/permissions";
import { createSession } from "~/features/auth/sessions.server";
import { sessionCookies } from "~/features/auth/session-cookies.http.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { DENOMINATIONS, type NoteCounts } from "~/features/shifts/shift.rules";
import { closeShift, moveCash, openShift } from "~/features/shifts/shifts.server";
import { HOUR_MS } from "~/lib/dates";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { sendAndRender } from "../../support/site/rendered-app";
import { formOf } from "../../support/site/sessions";

const PATH = "/admin/dashboard/shifts";

const cookieOf = async ({ id }: Staff) =>
  (await sessionCookies(await createSession(id, "test")))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

async function screen(staff: Staff, path: string, fields?: Record<string, string>) {
  const headers = { cookie: await cookieOf(staff) };
  const response = await sendAndRender(path, { ...(fields && formOf(fields)), headers });
  const html = (await response.text()).replaceAll("<!-- -->", "");
  return { status: response.status, location: response.headers.get("location"), html };
}

const cashier = () => asStaff(anAdmin({ role: "admin", name: "Meera Cashier" }));
const owner = () => asStaff(anAdmin({ role: "owner" }));
const none = Object.fromEntries(DENOMINATIONS.map((rupees) => [rupees, 0])) as NoteCounts;

/** ₹7,000 of float, ₹4,000 in and ₹30 of sales by cash: ₹11,030 are expected. */
function anOpenShift() {
  const by = cashier();
  const { id } = openShift(by, { float: 700_000 });
  moveCash(by, id, { id: "move", amount: 400_000, reason: "Change" });
  updateOrderStatus(by, anOrder({ paymentMethod: "cash" }).id, "paid");
  return { by, id };
}

test("the pages of one's own open shift do not say what must be in the drawer", async () => {
  const { by, id } = anOpenShift();
  for (const path of [PATH, `${PATH}/${id}`, `${PATH}/${id}?_data=routes/admin/shifts/shift`]) {
    const { status, html } = await screen(by, path);
    expect(status).toBe(200);
    expect(html).not.toMatch(/11,030|Expected<\/dt>|₹30\b/);
  }
  expect((await screen(by, PATH)).html).toMatch(
    new RegExp(`href="${PATH}/${id}"[^>]*>(<svg.*?</svg> ?)?X report`),
  );
  expect((await screen(by, `${PATH}/${id}`)).html).toContain("To be counted");
  expect((await screen(by, `${PATH}/${id}/close`)).html).not.toContain("11,030");
  expect((await screen(owner(), `${PATH}/${id}`)).html).toContain("₹11,030");
});

test("a count that differs comes back with what was typed, asks why, and closes with the reason", async () => {
  const { by, id } = anOpenShift();
  const counted = { notes500: "22", notes10: "2" };
  const first = await screen(by, `${PATH}/${id}/close`, counted);
  expect(first.status).toBe(400);
  expect(first.html).toContain("₹10 less than expected: count again, or say why");
  expect(first.html).toMatch(/name="notes500"[^>]*value="22"/);
  expect(first.html).toMatch(/name="shownDifference" value="-1000"/);

  const again = { ...counted, shownDifference: "-1000", reason: "Wrong change" };
  const second = await screen(by, `${PATH}/${id}/close`, again);
  expect(second.location).toBe(`${PATH}/${id}#main`);
  const { html } = await screen(by, `${PATH}/${id}`);
  for (const words of ["Z report", "₹11,030", "₹11,020", "−₹10", "Why it differs: Wrong change"])
    expect(html).toContain(words);
});

test("a stale form of a closed shift is refused, and leads to its report", async () => {
  const { by, id } = anOpenShift();
  closeShift(owner(), id, {
    counts: { ...none, 500: 22, 10: 3 },
    reason: "",
    shownDifference: null,
  });
  const before = db.select().from(shifts).all();

  const late = await screen(by, `${PATH}/${id}/close`, { notes500: "1" });
  expect(late.status).toBe(409);
  expect(late.html).toContain("Shift 1 is closed, and nothing of it changes any more");
  expect(late.html).toContain(`href="${PATH}/${id}"`);

  const move = { intent: "move", shift: String(id), direction: "in", amount: "5", reason: "x" };
  const moved = await screen(by, PATH, move);
  expect(moved.status).toBe(409);
  expect(moved.html).toContain(`href="${PATH}/${id}"`);
  expect(db.select().from(shifts).all()).toEqual(before);
});

test("what the API marks as paid joins the open shift, and never a closed one", async () => {
  const { by, id } = anOpenShift();
  const { accessToken } = await createSession(by.id, "test");
  const pay = async () => {
    const order = anOrder({ paymentMethod: "cash" });
    const response = await sendAndRender(`/api/v1/order/${order.id}/status`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: JSON.stringify({ status: "paid" }),
    });
    expect(response.status).toBe(200);
    return db
      .select()
      .from(payments)
      .all()
      .find(({ orderId }) => orderId === order.id)?.shiftId;
  };
  expect(await pay()).toBe(id);
  closeShift(by, id, { counts: { ...none, 500: 22, 10: 6 }, reason: "", shownDifference: null });
  const before = db.select().from(shifts).all();
  expect(before).toMatchObject([{ number: 1, difference: 0 }]);

  expect(await pay()).toBeNull();
  expect(db.select().from(shifts).all()).toEqual(before);
});

test.each([
  [{ intent: "open", float: "much" }, "An amount in rupees from 0 to 1,00,000"],
  [{ intent: "open" }, "An amount in rupees from 0 to 1,00,000"],
  [{ intent: "dance" }, "Open the page again"],
  [{ intent: "move", amount: "5", reason: "x" }, "Choose whether cash goes in or out"],
])("%j is refused with a message", async (fields, message) => {
  const by = cashier();
  if (fields.intent === "move") openShift(by, { float: 0 });
  const { status, html } = await screen(by, PATH, fields);
  expect(status).toBe(400);
  expect(html).toContain(message);
});

test.each(["abc", "0", "1.5", "99999999999999999999"])("there is no shift %s", async (id) => {
  expect((await screen(owner(), `${PATH}/${id}`)).status).toBe(404);
  expect((await screen(owner(), `${PATH}/${id}/close`)).status).toBe(404);
});

test("a shift that is open for too long is on the dashboard and in the list", async () => {
  const { id: adminId } = cashier();
  db.insert(shifts)
    .values({ adminId, float: 0, openedAt: Date.now() - 17.5 * HOUR_MS })
    .run();
  const boss = owner();
  expect((await screen(boss, PATH)).html).toContain("Open for 17 hours");
  expect((await screen(boss, "/admin/dashboard")).html).toMatch(
    /Shifts to close:.*Meera Cashier<\/a>, open for 17 hours/,
  );
});

test("the CSV has the closed shifts, in rupees", async () => {
  const { by, id } = anOpenShift();
  closeShift(by, id, { counts: { ...none, 500: 22, 10: 3 }, reason: "", shownDifference: null });
  openShift(by, { float: 0 });
  const [head, row, ...more] = (await screen(owner(), `${PATH}.csv`)).html.trim().split("\r\n");
  expect(head).toContain("Number,Staff,Opened,Closed,Counted by,Float,Cash in,Cash out,Cash taken");
  expect(row).toMatch(/^1,Meera Cashier,.*,Meera Cashier,7000,4000,0,30,0,.*,11030,11030,0,$/);
  expect(more).toEqual([]);
});
