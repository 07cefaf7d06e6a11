import { afterEach, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { audit, capacityOverrides, slotOccupancy } from "db/schema";
import { CloseDay } from "~/features/capacity/capacity.schema";
import { closeDay } from "~/features/closures/close-day.server";
import { addDays } from "~/lib/dates";
import { orderById } from "~/features/orders/orders.server";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { checkIn } from "~/features/gate/check-in.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { toIcs } from "~/features/booking/ics.server";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { call, send } from "../../support/site/app";
import { anAdmin, anOrder, asStaff, codesOf } from "../../support/data/factories";

const HOUR = 3_600_000;

afterEach(() => void vi.useRealTimers());

/** The clock at an hour of the zoo (UTC+5:30), today. */
function atZooHour(hour: number) {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.parse(`${toLocalDate()}T00:00:00+05:30`) + hour * HOUR);
}

async function post(
  id: string,
  fields: Record<string, string>,
  path = visitorOrderPath({ id, linkVersion: 0 }),
) {
  const answer = await send(`${path}?_data=routes/public/order`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
}

async function orderNow(id: string) {
  const { body } = await call("GET /order/{id}", { as: "owner", params: { id } });
  return body.data.order;
}

const placesHeld = () =>
  Object.fromEntries(
    db
      .select()
      .from(slotOccupancy)
      .all()
      .filter(({ held }) => held > 0)
      .map(({ visitDate, visitSlot, held }) => [`${visitDate} ${visitSlot}`, held]),
  );

/** Who did what to an order, with what it changed. */
const acts = (id: string) =>
  db
    .select()
    .from(audit)
    .all()
    .filter(({ target }) => target === `order ${id}`)
    .map(({ actorName, action, before, after }) => ({
      by: actorName,
      action,
      before: JSON.parse(before ?? "null"),
      after: JSON.parse(after ?? "null"),
    }));

const in3Days = () => addDays(toLocalDate(), 3);
const in5Days = () => addDays(toLocalDate(), 5);

test.each(["pending", "paid"] as const)(
  "a %s visit is rescheduled free, with its places and tickets",
  async (status) => {
    const { id } = anOrder({ status, visitDate: in3Days() });
    const before = await orderNow(id);

    const moved = await post(id, { intent: "move", date: in5Days(), slot: "evening" });

    expect(moved.headers.get("X-Remix-Redirect")).toBe(
      `${visitorOrderPath({ id, linkVersion: 0 })}#main`,
    );
    const after = await orderNow(id);
    expect(after).toMatchObject({ visitDate: in5Days(), visitSlot: "evening", status });
    expect(after.totalAmount).toBe(before.totalAmount);
    expect(after.tickets).toEqual(before.tickets);
    expect(placesHeld()).toEqual({ [`${in5Days()} evening`]: 2 });
  },
);

test("a visit can be rescheduled until 24 hours before its start", async () => {
  atZooHour(8.99);
  const { id } = anOrder({ visitDate: addDays(toLocalDate(), 1) }); // the morning slot starts at nine
  expect((await post(id, { intent: "move", date: in3Days(), slot: "morning" })).status).toBe(204);

  const { id: late } = anOrder({ visitDate: addDays(toLocalDate(), 1) });
  atZooHour(9.01);
  const refused = await post(late, { intent: "move", date: in3Days(), slot: "morning" });

  expect([refused.status, refused.body.message]).toEqual([
    409,
    "A visit can be moved up to 24 hours before it starts",
  ]);
  expect((await orderNow(late)).visitDate).toBe(addDays(toLocalDate(), 1));
});

test("a visit can be rescheduled exactly 24 hours before its start", async () => {
  atZooHour(8);
  const { id } = anOrder({ visitDate: addDays(toLocalDate(), 1) });
  atZooHour(9);

  expect((await post(id, { intent: "move", date: in3Days(), slot: "morning" })).status).toBe(204);
});

test("rescheduling extends only the expiry of cash orders", async () => {
  const at = (day: string, time: string) => Date.parse(`${day}T${time}:00+05:30`);
  const cash = anOrder({ visitDate: in3Days(), paymentMethod: "cash" });
  const upi = anOrder({ visitDate: in3Days(), paymentMethod: "upi" });
  expect(orderById(cash.id).expiresAt).toBe(at(in3Days(), "12:00"));

  for (const { id } of [cash, upi]) {
    await post(id, { intent: "move", date: in5Days(), slot: "evening" });
  }

  expect(orderById(cash.id).expiresAt).toBe(at(in5Days(), "18:00"));
  expect(orderById(upi.id)).toMatchObject({ visitDate: in5Days(), expiresAt: upi.expiresAt });
});

test("no page claims a reservation after the slot's end", async () => {
  atZooHour(10);
  const told = async (changes: Parameters<typeof anOrder>[0]) => {
    const { id } = anOrder({ paymentMethod: "upi", ...changes });
    const page = await send(
      `${visitorOrderPath({ id, linkVersion: 0 })}?_data=routes/public/order`,
    );
    return (await page.json()).order.expiresAt as string;
  };

  expect(await told({ visitDate: toLocalDate() })).toMatch(/12:00 PM$/); // of today's morning
  expect(await told({ visitDate: in3Days() })).toMatch(/10:00 AM$/); // 24 hours from now
});

test("an expired order does not block a reschedule", async () => {
  atZooHour(8);
  const lapsing = anOrder({ visitDate: in5Days() });
  db.insert(capacityOverrides)
    .values({ visitDate: in5Days(), visitSlot: "morning", capacity: 2 })
    .run();
  const moving = anOrder({ visitDate: in5Days(), visitSlot: "evening", status: "paid" });
  atZooHour(8 + 24 + 1);

  const moved = await post(moving.id, {
    intent: "move",
    date: lapsing.visitDate,
    slot: "morning",
  });

  expect(moved.status).toBe(204);
  expect((await orderNow(lapsing.id)).status).toBe("cancelled");
});

test("an expired booking is displayed as cancelled before the job runs", async () => {
  atZooHour(8);
  const { id } = anOrder({ visitDate: in5Days() });
  atZooHour(8 + 24 + 1);

  const page = await send(`${visitorOrderPath({ id, linkVersion: 0 })}?_data=routes/public/order`);

  expect((await page.json()).order).toMatchObject({
    status: "cancelled",
    statusReason: "Not paid in time, so its places were released",
  });
});

test("a booking whose people are all inside cannot be rescheduled or refunded", async () => {
  const gate = asStaff(anAdmin({ role: "owner" }));
  const paid = () => anOrder({ status: "paid", visitDate: in3Days() });
  const [used, offered] = [paid(), paid()];
  for (const code of codesOf(used.seq)) checkIn(gate, code, true);

  const moved = await post(used.id, { intent: "move", date: in5Days(), slot: "evening" });
  expect([moved.status, moved.body.message]).toEqual([
    409,
    "All people of this order are inside already",
  ]);

  const closed = { day: in3Days(), slots: ["morning"], way: "offer" };
  closeDay(gate, CloseDay.parse(closed));
  for (const code of codesOf(offered.seq)) checkIn(gate, code, true); // let in all the same, after the offer went out
  const cancelled = await post(offered.id, { intent: "cancel" });
  expect([cancelled.status, cancelled.body.message]).toEqual([
    409,
    "Only an unpaid booking can be cancelled here",
  ]);
  expect(await orderNow(offered.id)).toMatchObject({ visitDate: in3Days(), status: "paid" });
});

test("a visitor's actions are audited as the visitor's", async () => {
  const { id } = anOrder({ visitDate: in3Days() });

  await post(id, { intent: "move", date: in3Days(), slot: "morning" }); // where it is already
  await post(id, { intent: "move", date: in5Days(), slot: "evening" });
  await post(id, { intent: "cancel" });
  await post(id, { intent: "cancel" });

  expect(acts(id).slice(1)).toEqual([
    {
      by: "visitor",
      action: "order.move",
      before: { visitDate: in3Days(), visitSlot: "morning" },
      after: { visitDate: in5Days(), visitSlot: "evening" },
    },
    {
      by: "visitor",
      action: "order.cancel",
      before: { status: "pending" },
      after: { status: "cancelled" },
    },
  ]);
  expect(orderById(id).statusReason).toBe("You cancelled it");
});

test("a visit cannot be rescheduled into a full slot", async () => {
  const { id } = anOrder({ visitDate: in3Days() });
  db.insert(capacityOverrides)
    .values({ visitDate: in5Days(), visitSlot: "morning", capacity: 1 })
    .run();

  const refused = await post(id, { intent: "move", date: in5Days(), slot: "morning" });

  expect([refused.status, refused.body.message]).toEqual([409, "Only 1 place left in this slot"]);
  const [, advice] = refused.body.issues;
  expect(advice).toEqual({
    path: "slot",
    message: expect.stringMatching(/^Still room: Afternoon/),
  });
  expect(refused.body.values).toMatchObject({ date: in5Days(), slot: "morning" });
  expect(placesHeld()).toEqual({ [`${in3Days()} morning`]: 2 });
});

test("a visit cannot be rescheduled to its own slot", async () => {
  const { id } = anOrder({ visitDate: in3Days() });

  const refused = await post(id, { intent: "move", date: in3Days(), slot: "morning" });

  const message = "The visit is already in this slot. Choose another one.";
  expect([refused.status, refused.body.issues]).toEqual([400, [{ path: "slot", message }]]);
  expect(refused.body.values).toMatchObject({ date: in3Days(), slot: "morning" });
  expect(placesHeld()).toEqual({ [`${in3Days()} morning`]: 2 });
});

test.each(["own", "other"])(
  "a closed slot is rejected, also the visit's own: %s",
  async (whose) => {
    const { id } = anOrder({ visitDate: in3Days(), status: "paid" });
    const day = whose === "own" ? in3Days() : in5Days();
    const closing = CloseDay.parse({ day, slots: ["morning"], way: "offer" });
    closeDay(asStaff(anAdmin({ role: "owner" })), closing);

    const refused = await post(id, { intent: "move", date: day, slot: "morning" });

    expect([refused.status, refused.body.issues.map(path)]).toEqual([409, ["slot", "slot"]]);
    expect(refused.body.message).toBe("The zoo is closed in this slot");
    expect(await orderNow(id)).toMatchObject({ visitDate: in3Days(), visitSlot: "morning" });
  },
);
const path = (complaint: { path: string }) => complaint.path;

test.each([
  [{ date: "", slot: "morning" }, "Choose your visit date"],
  [{ date: "2026-02-30", slot: "morning" }, "Enter a day such as 25/12/2026"],
  [{ date: "2020-01-01", slot: "morning" }, "Choose today or a later day"],
  [{ slot: "night" }, "Choose a slot"],
])("a reschedule to %j is rejected", async (fields, message) => {
  const { id } = anOrder({ visitDate: in3Days() });

  const refused = await post(id, { intent: "move", date: in5Days(), ...fields });

  expect([refused.status, refused.body.issues[0].message]).toEqual([400, message]);
  expect(refused.body.values).toMatchObject(fields);
  expect((await orderNow(id)).visitDate).toBe(in3Days());
});

test("an unpaid booking can be cancelled, a paid one cannot", async () => {
  const pending = anOrder({ visitDate: in3Days() });
  const paid = anOrder({ visitDate: in3Days(), status: "paid" });

  await post(pending.id, { intent: "cancel" });
  const refused = await post(paid.id, { intent: "cancel" });

  expect((await orderNow(pending.id)).status).toBe("cancelled");
  expect(refused.status).toBe(409);
  expect((await orderNow(paid.id)).status).toBe("paid");
  expect(placesHeld()).toEqual({ [`${in3Days()} morning`]: 2 });
});

test.each(["cancelled", "refunded"] as const)(
  "a %s booking cannot be rescheduled",
  async (status) => {
    const { id } = anOrder({ visitDate: in3Days(), status });

    expect((await post(id, { intent: "move", date: in5Days(), slot: "morning" })).status).toBe(409);
    expect(placesHeld()).toEqual({});
  },
);

test("another key neither opens nor changes the booking", async () => {
  const { id } = anOrder({ visitDate: in3Days() });
  const wrong = `/order/${id}/${"0".repeat(26)}`;

  const seen = await send(`${wrong}?_data=routes/public/order`);
  const moved = await post(id, { intent: "move", date: in5Days(), slot: "evening" }, wrong);
  const cancelled = await post(id, { intent: "cancel" }, wrong);
  const calendar = await send(`${wrong}/visit.ics`);

  expect([seen.status, moved.status, cancelled.status, calendar.status]).toEqual([
    404, 404, 404, 404,
  ]);
  for (const unknown of [id, "ZV-0000"]) {
    expect(() => findVisitorOrder(unknown, "0".repeat(26))).toThrowError("Order not found");
  }
  expect(await orderNow(id)).toMatchObject({ visitDate: in3Days(), status: "pending" });
});

test("the calendar file contains the visit in UTC and the link", async () => {
  const { id } = anOrder({ visitDate: "2027-03-01", visitSlot: "afternoon" });

  const answer = await send(`${visitorOrderPath({ id, linkVersion: 0 })}/visit.ics`);
  const lines = (await answer.text()).replace(/\r\n /g, "").split("\r\n");

  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store"); // it holds the visitor's own link
  expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  expect(lines).toContain("DTSTART:20270301T063000Z"); // noon in India
  expect(lines).toContain("DTEND:20270301T093000Z");
  expect(lines).toContain("STATUS:TENTATIVE");
  expect(lines).toContain("SUMMARY:Zoo Verse\\, afternoon"); // a comma alone would end the value
  expect(lines).toContain(`URL:http://zoo.test${visitorOrderPath({ id, linkVersion: 0 })}`);
  expect(lines).toContain("LOCATION:Zoo Verse\\, Lake Road\\, Bengaluru 560001");
  expect(lines).toContain("METHOD:PUBLISH");
  expect(lines.at(-1)).toBe("");
});

test("the calendar file of a cancelled booking cancels its event", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-08-05T04:30:00Z") });
  const { id } = anOrder({ visitDate: in3Days() });
  const said = async () => {
    const text = await (await send(`${visitorOrderPath({ id, linkVersion: 0 })}/visit.ics`)).text();
    const of = (name: string) => new RegExp(`^${name}:(.*)\\r$`, "m").exec(text)?.[1];
    return ["UID", "METHOD", "STATUS", "SEQUENCE", "DTSTAMP"].map(of);
  };
  const visit = `${id}@zoo-verse`;
  expect(await said()).toEqual([visit, "PUBLISH", "TENTATIVE", "0", "20260805T043000Z"]);

  vi.setSystemTime(Date.now() + 60_000);
  await post(id, { intent: "cancel" });

  expect(await said()).toEqual([visit, "CANCEL", "CANCELLED", "1200", "20260805T043100Z"]);
});

test("two changes within a second raise the calendar file's SEQUENCE twice", () => {
  const order = anOrder();
  const sequences = [100, 200].map((ms) =>
    /SEQUENCE:\d+/.exec(
      toIcs({ ...order, updatedAt: order.createdAt + ms }, "https://zoo.example"),
    ),
  );
  expect(new Set(sequences.map(String)).size).toBe(2);
});

test("no line of the calendar file exceeds 75 bytes", () => {
  const address = `https://${"tickets.".repeat(30)}example/`;

  const lines = toIcs(anOrder(), address).split("\r\n");

  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(lines.join("\r\n").replace(/\r\n /g, "")).toContain(`URL:${address}\r\n`);
});
