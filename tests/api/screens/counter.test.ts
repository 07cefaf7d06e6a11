import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { orders, payments } from "db/schema";
import type { Staff } from "~/features/auth/permissions";
import { createSession } from "~/features/auth/sessions.server";
import { sessionCookies } from "~/features/auth/session-cookies.http.server";
import { RecordPart } from "~/features/groups/group.schema";
import { recordPartPayment } from "~/features/groups/part-payments.server";
import { openShift } from "~/features/shifts/shifts.server";
import { HOUR_MS } from "~/lib/dates";
import { toUtc } from "~/lib/time-zone.server";
import { anAdmin, asStaff } from "../../support/data/factories";
import { aGroupOrder } from "../../support/data/groups";
import { sendAndRender } from "../../support/site/rendered-app";
import { formOf } from "../../support/site/sessions";

const DAY = "2026-11-24";
const PATH = "/admin/dashboard/counter";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: toUtc(DAY, 10 * 60) }));
afterEach(() => void vi.useRealTimers());

const cashier = () => asStaff(anAdmin({ role: "admin" }));

async function screen({ id }: Staff, path: string, fields?: Record<string, string>) {
  const cookies = await sessionCookies(await createSession(id, "test"));
  const headers = { cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") };
  const response = await sendAndRender(path, { ...(fields && formOf(fields)), headers });
  const html = (await response.text()).replaceAll("<!-- -->", "");
  return { status: response.status, location: response.headers.get("location") ?? "", html };
}

const draft = { key: "page", date: DAY, slot: "morning", adult: "2", intent: "sell:cash" };

test("a page that has sold sells nothing twice, and another sale once it is confirmed", async () => {
  const by = cashier();
  const first = await screen(by, PATH, draft);
  expect((await screen(by, PATH, draft)).location).toBe(first.location);
  expect(db.select().from(payments).all()).toHaveLength(1);

  const other = await screen(by, PATH, { ...draft, adult: "3" });
  expect(other.status).toBe(409);
  const [{ id = "" } = {}] = db.select().from(orders).all();
  expect(other.html).toContain(`This page has sold order ${id} before`);
  const [, key = ""] = /name="key" value="([^"]*)"/.exec(other.html) ?? [];
  expect(key).not.toBe("page");
  expect((await screen(by, PATH, { ...draft, adult: "3", key })).status).toBe(302);
  expect(db.select().from(payments).all()).toHaveLength(2);
});

test("the counter and the slip say when a sale counts in no shift, or in one that was forgotten", async () => {
  const by = cashier();
  expect((await screen(by, PATH)).html).toContain("You have no open shift");
  const sold = await screen(by, PATH, draft);
  expect((await screen(by, sold.location)).html).toContain("It counts in no shift");

  openShift(by, { float: 0 });
  expect((await screen(by, PATH)).html).not.toContain("open shift");
  const later = await screen(by, PATH, { ...draft, key: "next" });
  expect((await screen(by, later.location)).html).not.toContain("It counts in no shift");
  vi.setSystemTime(Date.now() - HOUR_MS * 30);
  const early = cashier();
  openShift(early, { float: 0 });
  vi.setSystemTime(Date.now() + HOUR_MS * 30);
  expect((await screen(early, PATH)).html).toContain("Open for 30 hours");
});

test("the slip of an order that was paid in parts has each part, and the change of the last", async () => {
  const { id } = aGroupOrder({ visitDate: DAY, holdUntil: DAY });
  const part = RecordPart.parse({ amount: "100", method: "card", reference: "" });
  recordPartPayment(asStaff(anAdmin({ role: "owner" })), id, part);
  const by = cashier();
  const { html } = await screen(by, `${PATH}?order=${id}`);
  const [, due = ""] = /name="due" value="(\d+)"/.exec(html) ?? [];
  const rupees = Number(due) / 100;
  const pay = { id, due, received: String(rupees + 20), intent: "pay:cash" };

  const stale = await screen(by, `${PATH}?order=${id}`, { ...pay, due: String(Number(due) + 100) });
  expect(stale.status).toBe(409);
  expect(stale.html).toContain(`name="due" value="${due}"`);

  const { location } = await screen(by, `${PATH}?order=${id}`, pay);
  const slip = (await screen(by, location)).html;
  for (const words of ["Change ₹20", "Paid by Card", "Paid by Cash", "₹100"])
    expect(slip).toContain(words);
});
