import { afterEach, describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { capacityOverrides } from "db/schema";
import { addDays } from "~/lib/dates";
import { orderById } from "~/features/orders/orders.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { call, cookieOf, send, type Who } from "../../support/site/app";
import { anOrder, tomorrow } from "../../support/data/factories";
import type { Slot } from "~/features/slots/slot";

const EDIT = "PATCH /order/{id}";

const edit = (id: string, body: unknown, as: Who = "admin") =>
  call(EDIT, { as, params: { id }, body });
const find = async (id: string) =>
  (await call("GET /order/{id}", { as: "owner", params: { id } })).body.data.order;
const later = (days = 3) => addDays(toLocalDate(), days);
const capacity = (visitDate: string, visitSlot: Slot, places: number) =>
  db.insert(capacityOverrides).values({ visitDate, visitSlot, capacity: places }).run();

const HOUR = 3_600_000;

afterEach(() => void vi.useRealTimers());

/** The clock stands still, at an hour of the zoo (UTC+5:30), so many days from today. */
function atZooHour(hour: number, days = 0) {
  vi.useRealTimers();
  const day = Date.parse(`${later(days)}T00:00:00+05:30`);
  vi.useFakeTimers({ toFake: ["Date"], now: day + hour * HOUR });
}

type Held = { visit_date: string; visit_slot: string; held: number };
const places = (sql: string) => sqlite.prepare(sql).all() as Held[];

/** What is held is what pending and paid orders take, no more and no less. */
function expectLedgerToBalance() {
  const held = places(
    "SELECT visit_date, visit_slot, held FROM slot_occupancy WHERE held > 0 ORDER BY 1, 2",
  );
  const taken = places(
    `SELECT visit_date, visit_slot, sum(ticket_count) AS held FROM orders
     WHERE status IN ('pending', 'paid') GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  expect(held).toEqual(taken);
}

const heldOn = (date: string, slot: string) =>
  places("SELECT visit_date, visit_slot, held FROM slot_occupancy").find(
    (row) => row.visit_date === date && row.visit_slot === slot,
  )?.held ?? 0;

describe("an edit", () => {
  test("changes only the given fields", async () => {
    const { id } = anOrder();
    const before = await find(id);

    await edit(id, { contact: { email: "meera@example.org" } });
    await edit(id, { paymentMethod: "cash" });

    expect(await find(id)).toEqual({
      ...before,
      contact: { ...before.contact, email: "meera@example.org" },
      paymentMethod: "cash",
      updatedAt: expect.any(String),
    });
  });

  test.each([
    [{ visitDate: "2026-02-30" }, "visitDate", "visitDate (YYYY-MM-DD) is required"],
    [{ visitDate: "" }, "visitDate", "visitDate (YYYY-MM-DD) is required"],
    [{ visitDate: "2020-01-01" }, "visitDate", "Choose today or a later day"],
    [{ visitSlot: "night" }, "visitSlot", "visitSlot must be morning, afternoon, or evening"],
    [{ contact: { email: "nobody" } }, "contact.email", "Enter a valid email."],
    [{ contact: { email: " " } }, "contact.email", "Enter a valid email."],
    [
      { contact: { phone: "12345678901" } },
      "contact.phone",
      "Phone can have at most 10 characters",
    ],
    [{ paymentMethod: "cheque" }, "paymentMethod", "paymentMethod must be upi, card, or cash"],
    [{ items: [] }, "items", "Contact email and at least one item are required"],
    [
      { items: [{ ticketType: "adult", quantity: 11 }] },
      "items.0.quantity",
      "quantity must be a whole number from 0 to 10",
    ],
    [{ status: "lost" }, "status", "status must be pending, paid, cancelled, refunded"],
  ])("with %j is rejected entirely", async (wrong, path, says) => {
    const { id } = anOrder();
    const before = await find(id);

    const { status, body } = await edit(id, { paymentMethod: "card", ...wrong });

    expect([status, body.message, body.errors[0].path]).toEqual([400, says, path]);
    expect(await find(id)).toEqual(before);
  });

  test("takes the fields in an order or beside it, and answers with both", async () => {
    const { id } = anOrder();
    const edit = (body: object) => call("PATCH /order/{id}", { as: "admin", params: { id }, body });

    const inside = await edit({ order: { visitSlot: "evening", paymentMethod: "cash" } });
    const beside = await edit({ visitSlot: "afternoon", order: { visitSlot: "evening" } });
    const blank = await edit({ paymentMethod: "" });
    const { body } = await call("GET /order/{id}", { as: "admin", params: { id } });

    expect(inside.body.data.order).toMatchObject({ visitSlot: "evening", paymentMethod: "cash" });
    expect(beside.body.data.order.visitSlot).toBe("afternoon");
    expect([blank.status, blank.body.data.order.paymentMethod]).toEqual([200, "cash"]);
    for (const { order, qrCodes, ...fields } of [blank.body.data, body.data]) {
      expect(fields).toEqual(order);
      expect(qrCodes).toEqual([]);
    }
  });

  test("ignores prices and read-only fields", async () => {
    const { id } = anOrder();
    const before = await find(id);

    const { status } = await edit(id, {
      totalAmount: 1,
      subtotal: 1,
      currency: "USD",
      promoCode: "ZOO10",
      _id: "ZV-0000",
      createdAt: "2020-01-01T00:00:00Z",
      contact: { name: "Meera Nair", role: "owner" },
    });

    expect(status).toBe(200);
    expect(await find(id)).toMatchObject({
      _id: id,
      totalAmount: before.totalAmount,
      currency: "INR",
      promoCode: null,
      createdAt: before.createdAt,
      contact: { ...before.contact, name: "Meera Nair" },
    });
  });

  test("of the items recalculates a pending order with its promo code", async () => {
    const { id } = anOrder({ promoCode: "ZOO10" } as never);

    const { body } = await edit(id, {
      items: [
        { ticketType: "senior", quantity: 3, unitPrice: 1 },
        { ticketType: "adult", quantity: 0 },
      ],
    });

    expect(body.data.order).toMatchObject({
      items: [{ ticketType: "senior", quantity: 3, unitPrice: 15, subtotal: 45 }],
      subtotal: 45,
      discount: 5,
      totalAmount: 40,
    });
    expect(heldOn(tomorrow(), "morning")).toBe(3);
    expectLedgerToBalance();
  });

  test("of a complete paid order changes only the new name", async () => {
    const { id } = anOrder({ status: "paid" });
    const before = await find(id);

    const answer = await edit(id, { ...before, contact: { ...before.contact, name: "Asha Iyer" } });

    expect(answer.status).toBe(200);
    const { updatedAt: _, ...after } = await find(id);
    expect({ ...before, contact: { ...before.contact, name: "Asha Iyer" } }).toMatchObject(after);
    expectLedgerToBalance();
  });

  test.each(["paid", "cancelled", "refunded"] as const)(
    "of the items of a %s order is a conflict",
    async (status) => {
      const { id } = anOrder({ status });
      const before = await find(id);

      const answer = await edit(id, { items: [{ ticketType: "adult", quantity: 5 }] });

      expect([answer.status, answer.body.message]).toEqual([
        409,
        "Items can only change while the order is pending",
      ]);
      expect(await find(id)).toEqual(before);
      expectLedgerToBalance();
    },
  );

  test("of a missing order is a 404", async () => {
    for (const id of ["ZV-0000", "nothing", "%27", "1;DROP TABLE orders"]) {
      const { status, body } = await edit(id, { paymentMethod: "cash" });
      expect([status, body.message]).toEqual([404, "Order not found"]);
    }
  });

  test("may change the status by the same rules", async () => {
    const { id } = anOrder();

    const paid = await edit(id, { status: "paid", visitSlot: "evening" });
    const refused = await edit(id, { status: "pending", visitSlot: "afternoon" });

    expect(paid.body.data.order).toMatchObject({ status: "paid", visitSlot: "evening" });
    expect(paid.body.data.qrCodes).toHaveLength(2);
    expect(refused.status).toBe(409);
    expect(await find(id)).toMatchObject({ status: "paid", visitSlot: "evening" });
    expectLedgerToBalance();
  });

  test("is audited without contact data", async () => {
    const { id } = anOrder();

    await edit(id, { contact: { name: "Meera Nair", phone: "1234" }, visitSlot: "evening" });
    await edit(id, { paymentMethod: "cash", items: [{ ticketType: "child", quantity: 2 }] });

    const rows = sqlite
      .prepare("SELECT before, after FROM audit WHERE action = 'order.edit' AND target = ?")
      .all(`order ${id}`) as { before: string; after: string }[];
    expect(rows.map(({ after }) => JSON.parse(after))).toEqual([
      expect.objectContaining({ visitSlot: "evening", contact: "changed" }),
      expect.not.objectContaining({ contact: "changed" }),
    ]);
    expect(JSON.parse(rows[1]!.before).tickets).toBe("1 adult, 1 child");
    expect(JSON.parse(rows[1]!.after).tickets).toBe("2 child");
    expect(JSON.stringify(rows)).not.toMatch(/Meera|1234|asha/i);
  });
});

test.each([{ name: "Meera" }, { email: "meera@example.org" }, { phone: "1234" }])(
  "a change of only %j is audited",
  async (contact) => {
    const { id } = anOrder();

    await edit(id, { contact });

    const after = sqlite
      .prepare("SELECT after FROM audit WHERE action = 'order.edit'")
      .pluck()
      .get() as string;
    expect(JSON.parse(after)).toMatchObject({ contact: "changed" });
  },
);

describe("the expiry of an unpaid order", () => {
  const at = (day: string, time: string) => Date.parse(`${day}T${time}:00+05:30`);

  test.each([
    { from: "upi", what: { contact: { name: "Meera Nair" } }, holds: "as before" },
    { from: "upi", what: { visitDate: later(5), visitSlot: "evening" }, holds: "as before" },
    { from: "upi", what: { paymentMethod: "card" }, holds: "a day from now" },
    { from: "upi", what: { paymentMethod: "cash" }, holds: "until its slot ends" },
    { from: "cash", what: { contact: { name: "Meera Nair" } }, holds: "as before" },
    { from: "cash", what: { visitSlot: "evening" }, holds: "until its slot ends" },
    { from: "cash", what: { paymentMethod: "upi" }, holds: "a day from now" },
  ])("is, where it was $from and the edit is $what: $holds", async ({ from, what, holds }) => {
    atZooHour(8);
    const { id, expiresAt } = anOrder({ visitDate: later(), paymentMethod: from });
    atZooHour(10);

    expect((await edit(id, what)).status).toBe(200);

    const { visitDate, visitSlot, expiresAt: now } = orderById(id);
    const until: Record<string, number> = {
      "as before": expiresAt,
      "a day from now": Date.now() + 24 * HOUR,
      "until its slot ends": at(visitDate, visitSlot === "evening" ? "18:00" : "12:00"),
    };
    expect(now).toBe(until[holds]);
  });
});

describe("an order that could not be booked today", () => {
  test("with a past visit can be edited, but not rescheduled", async () => {
    atZooHour(8);
    const { id } = anOrder({ visitDate: later(0), status: "paid" });
    atZooHour(8, 2);

    const mended = await edit(id, { contact: { name: "Meera Nair" } });
    const moved = await edit(id, { visitSlot: "evening" });

    expect([mended.status, moved.status]).toEqual([200, 400]);
  });

  test("in a reduced slot can be edited", async () => {
    const { id } = anOrder();
    capacity(tomorrow(), "morning", 1);

    expect((await edit(id, { contact: { name: "Meera Nair" } })).status).toBe(200);
    expectLedgerToBalance();
  });
});

describe("a rescheduled visit", () => {
  test("can use the places of an expired order", async () => {
    atZooHour(8);
    const lapsing = anOrder({ visitDate: later() });
    capacity(later(), "morning", 2);
    const { id } = anOrder({ visitDate: later(), visitSlot: "evening", status: "paid" });
    atZooHour(9, 1);

    const { status } = await edit(id, { visitDate: lapsing.visitDate, visitSlot: "morning" });

    expect([status, (await find(lapsing.id)).status]).toEqual([200, "cancelled"]);
    expectLedgerToBalance();
  });

  test.each(["pending", "paid"] as const)(
    "of a %s order moves its places, and its tickets stay valid",
    async (status) => {
      const { id } = anOrder({ status });
      const codes = (await find(id)).tickets.map(({ code }: { code: string }) => code);

      const { body } = await edit(id, { visitDate: later(), visitSlot: "evening" });

      expect(body.data.order).toMatchObject({ visitDate: later(), visitSlot: "evening", status });
      expect([heldOn(tomorrow(), "morning"), heldOn(later(), "evening")]).toEqual([0, 2]);
      const after = (await find(id)).tickets.map(({ code }: { code: string }) => code);
      expect(after).toEqual(codes);
      expectLedgerToBalance();
    },
  );

  test.each(["cancelled", "refunded"] as const)(
    "of a %s order reserves no places",
    async (status) => {
      const { id } = anOrder({ status });

      const { status: answered } = await edit(id, { visitDate: later() });

      expect(answered).toBe(200);
      expect(heldOn(later(), "morning")).toBe(0);
      expectLedgerToBalance();
    },
  );

  test("that does not fit is rejected with alternatives", async () => {
    const { id } = anOrder();
    const before = await find(id);
    capacity(later(), "morning", 1);
    capacity(later(), "evening", 0);

    const full = await edit(id, { visitDate: later(), contact: { name: "Meera Nair" } });
    const closed = await edit(id, { visitDate: later(), visitSlot: "evening" });

    expect([full.status, full.body.message]).toEqual([409, "Only 1 place left in this slot"]);
    expect(full.body.errors[1].message).toBe("Still room: Afternoon (500 left)");
    expect([closed.status, closed.body.message]).toEqual([409, "The zoo is closed in this slot"]);
    expect(await find(id)).toEqual(before);
    expectLedgerToBalance();
  });

  test("may use its own places in a full slot", async () => {
    capacity(tomorrow(), "morning", 2);
    const { id } = anOrder();

    const same = await edit(id, { visitDate: tomorrow(), visitSlot: "morning" });
    const away = await edit(id, { visitSlot: "evening" });
    const back = await edit(id, { visitSlot: "morning" });

    expect([same.status, away.status, back.status]).toEqual([200, 200, 200]);
    expectLedgerToBalance();
  });

  test("must change the slot", async () => {
    const { id } = anOrder();
    const sent = (slot: string) => {
      const body = new URLSearchParams({ intent: "visit", date: tomorrow(), slot });
      return { method: "POST", body };
    };
    const headers = { cookie: await cookieOf("admin") };
    const door = `/admin/dashboard/orders/${id}?_data=routes/admin/order`;

    const same = await send(door, { ...sent("morning"), headers });
    const moved = await send(door, { ...sent("evening"), headers });

    expect([same.status, moved.status]).toEqual([400, 204]);
    const message = "The visit is already in this slot. Choose another one.";
    expect((await same.json()).issues).toEqual([{ path: "slot", message }]);
  });

  test("can grow only into available places", async () => {
    capacity(tomorrow(), "morning", 3);
    const { id } = anOrder();

    const fits = await edit(id, { items: [{ ticketType: "adult", quantity: 3 }] });
    const not = await edit(id, { items: [{ ticketType: "adult", quantity: 4 }] });

    expect([fits.status, not.status]).toEqual([200, 409]);
    expect(heldOn(tomorrow(), "morning")).toBe(3);
    expectLedgerToBalance();
  });
});

describe("a deleted order", () => {
  test("is deleted with items and tickets, and its number is not reused", async () => {
    const { id, seq } = anOrder({ status: "paid" });
    const { code } = (await find(id)).tickets[0];

    await call("DELETE /order/{id}", { as: "owner", params: { id } });

    const left = sqlite
      .prepare(
        `SELECT (SELECT count(*) FROM order_items WHERE order_seq = @seq) +
                (SELECT count(*) FROM tickets WHERE order_seq = @seq)`,
      )
      .pluck()
      .get({ seq });
    expect(left).toBe(0);
    const { status } = await call("GET /order/verify", { query: { code } });
    expect(status).toBe(404);
    expect(anOrder().seq).toBeGreaterThan(seq);
    const again = await call("DELETE /order/{id}", { as: "owner", params: { id } });
    expect([again.status, again.body.message]).toEqual([404, "Order not found"]);
  });
});

describe("the CSV table", () => {
  test("has a documented row per order, newest first", async () => {
    const first = anOrder();
    const second = anOrder({ status: "paid", paymentMethod: "cash" });

    const { body } = await call("GET /order/table", { as: "admin" });

    expect(body.data).toEqual([
      {
        orderId: second.id,
        status: "paid",
        customer: "Asha Rao",
        email: "asha@example.org",
        tickets: "1 adult, 1 child",
        total: 30,
        paymentMethod: "cash",
        placedTime: new Date(second.createdAt).toISOString(),
      },
      expect.objectContaining({ orderId: first.id, status: "pending" }),
    ]);
  });
});

describe("availability", () => {
  test("covers at most 92 valid days", async () => {
    const ask = async (query: Record<string, string>) =>
      (await call("GET /order/availability", { query })).status;

    expect(await ask({ from: later(1), to: later(92) })).toBe(200);
    expect(await ask({ from: later(1), to: later(93) })).toBe(400);
    expect(await ask({ from: "2026-02-30" })).toBe(400);
  });
});
