import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sqlite } from "db/connection.server";
import { cancelAsVisitor } from "~/features/booking/visitor-order.server";
import { occupancyByDate } from "~/features/capacity/slot-occupancy.server";
import { changeCapacity } from "~/features/capacity/change-capacity.server";
import { bookingsOnDate, closeDay } from "~/features/closures/close-day.server";
import { findClosure, listClosures } from "~/features/closures/closures.server";
import { checkIn } from "~/features/gate/check-in.server";
import { todayCounts } from "~/features/gate/gate.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import { editOrder, updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderAccessKey, orderById } from "~/features/orders/orders.server";
import { totalRefundsDue } from "~/features/orders/refunds-due.server";
import { allTicketsOfOrder } from "~/features/tickets/tickets.server";
import { addDays } from "~/lib/dates";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { cookieOf, send } from "../../support/site/app";
import { sendAndRender } from "../../support/site/rendered-app";
import { anAdmin, anOrder, asStaff, codesOf } from "../../support/data/factories";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const TODAY = toLocalDate();
const LATER = addDays(TODAY, 3);

/** Half past three at the zoo (UTC+5:30). */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.parse(`${TODAY}T15:30:00+05:30`));
});
afterEach(() => void vi.useRealTimers());

/** A paid party of four in today's evening, two of whom are inside. */
function aHalfParty(inside = 2) {
  const order = anOrder({
    visitDate: TODAY,
    visitSlot: "evening",
    items: [{ ticketType: "adult", quantity: 4 }],
    status: "paid",
  });
  for (const code of codesOf(order.seq).slice(0, inside)) checkIn(owner(), code, true);
  return order;
}

const evening = (day = TODAY) => {
  const slot = occupancyByDate(owner(), [day])[0]?.slots[2];
  return { sold: slot?.sold, arrived: slot?.arrived };
};
const atGate = () => {
  const slot = todayCounts(owner()).slots[2];
  return { arrived: slot?.arrived, expected: slot?.expected };
};
const states = (seq: number) =>
  allTicketsOfOrder(seq).map(({ usedAt, voidedAt }) =>
    voidedAt ? "void" : usedAt ? "used" : "valid",
  );

async function page(path: string, route: string, init: RequestInit = {}, cookie = "") {
  const join = path.includes("?") ? "&" : "?";
  const door = `${path}${join}_data=${encodeURIComponent(`routes/${route}`)}`;
  const response = await send(door, { ...init, headers: { cookie } });
  const data = (await response.json().catch(() => null)) as any;
  const to = response.headers.get("location") ?? response.headers.get("x-remix-redirect");
  return { status: response.status, to, data };
}
const posted = (fields: Record<string, string>) => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

test.each([
  ["move", (id: string) => editOrder(owner(), id, { visitDate: LATER })],
  ["refund", (id: string) => updateOrderStatus(owner(), id, "refunded")],
  ["delete", (id: string) => deleteOrder(owner(), id)],
])("after a %s those who are inside stay counted", (what, act) => {
  const order = aHalfParty();
  expect([evening(), atGate()]).toEqual([
    { sold: 4, arrived: 2 },
    { arrived: 2, expected: 4 },
  ]);

  act(order.id);

  expect(evening()).toEqual({ sold: 2, arrived: 2 });
  expect(atGate()).toEqual({ arrived: 2, expected: 2 });
  expect(evening(LATER).sold).toBe(what === "move" ? 2 : 0);
});

test("a refunded order that is paid again knows who is inside", () => {
  const { id, seq } = aHalfParty();
  updateOrderStatus(owner(), id, "refunded");
  expect(states(seq)).toEqual(["used", "used", "void", "void"]);

  updateOrderStatus(owner(), id, "paid");

  expect(states(seq)).toEqual(["used", "used", "valid", "valid", "void", "void"]);
  expect([evening(), atGate()]).toEqual([
    { sold: 4, arrived: 2 },
    { arrived: 2, expected: 4 },
  ]);
});

test("who is entirely inside cannot be moved", () => {
  const { id } = aHalfParty(4);
  expect(() => editOrder(owner(), id, { visitDate: LATER })).toThrow(/inside already/);
});

test.each([
  [{ intent: "refunded" }, "refunded"],
  [{ intent: "cancelled" }, "cancelled"],
  [{ intent: "visit", date: LATER, slot: "morning", from: `${TODAY} evening` }, "visit"],
])("staff are asked first: %j", async (fields, confirm) => {
  const { id } = aHalfParty();
  const cookie = await cookieOf("owner");
  const path = `/admin/dashboard/orders/${id}`;

  const asked = await page(path, "admin/order", posted({ ...fields, seen: "paid" }), cookie);

  expect(asked.to).toContain(`confirm=${confirm}`);
  expect(orderById(id)).toMatchObject({ status: "paid", visitDate: TODAY });
  const { data } = await page(asked.to!, "admin/order", {}, cookie);
  expect(data.inside.line).toContain("2 of 4 people are inside: adult (ticket 1)");
  const { intent, fields: hidden } = data.asking;
  const again = { intent, ...hidden, inside: String(data.inside.count) };
  await page(path, "admin/order", posted(again), cookie);
  expect(orderById(id).status === "paid").toBe(confirm === "visit");
  expect(orderById(id).visitDate).toBe(confirm === "visit" ? LATER : TODAY);
});

test("a row of the list asks on the order's page", async () => {
  const { id } = aHalfParty();
  const act = posted({ id, intent: "refunded", seen: "paid" });

  const { to } = await page(
    "/admin/dashboard/orders",
    "admin/orders",
    act,
    await cookieOf("owner"),
  );

  expect(to).toMatch(`/admin/dashboard/orders/${id}?confirm=refunded`);
});

const close = (way: "offer" | "cancel") =>
  closeDay(owner(), { day: TODAY, slots: ["evening"], way, note: "" });

test("a closed slot offers those outside a move or their money", async () => {
  const { id, seq } = aHalfParty();
  expect(bookingsOnDate(owner(), TODAY, ["evening"])).toMatchObject([{ id, people: 2, of: 4 }]);
  const closure = close("offer");
  expect(listClosures(owner())).toMatchObject([{ waiting: 1 }]);
  expect(findClosure(owner(), closure).bookings).toMatchObject([{ choice: "waiting", outside: 2 }]);
  const mails = sqlite.prepare("SELECT count(*) FROM outbox WHERE kind = 'closed'").pluck();
  expect(mails.get()).toBe(1);

  const own = visitorOrderPath({ id, linkVersion: 0 });
  const { data } = await page(own, "public/order");
  expect(data).toMatchObject({ hasOffer: true, inside: { count: 2, outside: 2 } });
  const move = { intent: "move", date: LATER, slot: "morning", from: `${TODAY} evening` };
  const asked = await page(own, "public/order", posted(move));
  expect(asked.to).toContain("confirm=move");
  expect((await page(asked.to!, "public/order")).data.confirmingMove.slot).toBe("morning");
  await page(own, "public/order", posted({ ...move, inside: "2" }));

  expect(orderById(id)).toMatchObject({ visitDate: LATER, visitSlot: "morning" });
  expect(evening()).toEqual({ sold: 2, arrived: 2 });
  expect(states(seq)).toEqual(["used", "used", "valid", "valid"]);
});

test("a refund is for those outside only", async () => {
  const { id } = aHalfParty();
  close("offer");
  const own = visitorOrderPath({ id, linkVersion: 0 });
  expect((await page(own, "public/order", posted({ intent: "cancel" }))).to).toContain(
    "confirm=cancel",
  );
  expect(orderById(id).status).toBe("paid");

  cancelAsVisitor(id, orderAccessKey(id), 2);

  expect(totalRefundsDue(owner())).toEqual({ orders: 1, paise: 4_000 });
  expect((await page(own, "public/order")).data.order.refund).toBe("₹40");
});

test("a closed day refunds those outside", () => {
  const { id } = aHalfParty();
  aHalfParty(4);
  const closure = close("cancel");

  expect(findClosure(owner(), closure).bookings).toHaveLength(1);
  expect(orderById(id)).toMatchObject({ status: "refunded", refundDue: true });
  expect(evening()).toEqual({ sold: 6, arrived: 6 });
});

const linksOf = async (path: string) => {
  const html = await (await sendAndRender(path)).text();
  const main = html.slice(html.indexOf('id="main"'), html.indexOf("<footer"));
  return ["/tickets/find", "/contact", "/tickets"].filter((to) =>
    new RegExp(`<a class="btn[^>]* href="${to}"|<a [^>]*href="${to}"[^>]*class="btn`).test(main),
  );
};

test("each page of a state names the same ways on", async () => {
  const visits = { visitDate: TODAY, visitSlot: "morning", status: "paid" } as const;
  vi.setSystemTime(Date.parse(`${TODAY}T11:00:00+05:30`));
  const [over, gone, owed] = [0, 1, 2].map(() => anOrder(visits));
  const [overCode, goneCode] = [codesOf(over!.seq)[0], codesOf(gone!.seq)[0]];
  updateOrderStatus(owner(), gone!.id, "refunded");
  updateOrderStatus(owner(), owed!.id, "cancelled");
  vi.setSystemTime(Date.parse(`${TODAY}T15:30:00+05:30`));
  const own = (order = over) => visitorOrderPath({ id: order!.id, linkVersion: 0 });

  expect(await linksOf(own(over))).toEqual(["/contact", "/tickets"]);
  expect(await linksOf(`/t/${overCode}`)).toEqual(["/contact", "/tickets"]);
  expect(await linksOf(own(gone))).toEqual(["/tickets"]);
  expect(await linksOf(`/t/${goneCode}`)).toEqual(["/tickets/find", "/tickets"]);
  expect(await linksOf(own(owed))).toEqual(["/contact", "/tickets"]);
  expect(await linksOf("/t/ABCDEFGHJKMNPQRSTVWX")).toEqual(["/tickets/find", "/contact"]);
});

test("a slot that is closed by its capacity offers the same as a closed day", async () => {
  const { id } = aHalfParty(0);
  const places = { morning: null, afternoon: null, evening: 0 };
  changeCapacity(owner(), { what: "day", day: TODAY, places, note: "" }, { hit: 1 });

  const { data } = await page(visitorOrderPath({ id, linkVersion: 0 }), "public/order");
  expect(data.hasOffer).toBe(true);
  close("offer");
  expect(sqlite.prepare("SELECT count(*) FROM outbox WHERE kind = 'closed'").pluck().get()).toBe(1);
});
