import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/client.server";
import { datedCapacity, heldPlaces, idempotencyKeys, orders, settings, tickets } from "db/schema";
import { addDays } from "~/domain/clock";
import { forgetOldKeys, nextLapse, sweepUnpaid } from "~/domain/order/expire.server";
import { call, send } from "../support/app";
import { anOrder, anOrderBody, tomorrow } from "../support/factories";
import { randomFrom, type Random } from "../support/random";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TODAY = "2026-08-05"; // a Wednesday
const SLOTS = ["morning", "afternoon", "evening"] as const;
const TYPES = ["adult", "child", "senior"] as const;
type Slot = (typeof SLOTS)[number];

/** An instant by the clock on the zoo's wall, which is 5:30 ahead of UTC. */
const zooTime = (day: string, time: string) => Date.parse(`${day}T${time}:00+05:30`);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: zooTime(TODAY, "08:00") });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const place = (changes: object = {}, headers: Record<string, string> = {}) =>
  call("POST /order", { body: { ...anOrderBody(), ...changes }, headers });
const move = (id: string, status: string) =>
  call("PATCH /order/{id}/status", { as: "admin", params: { id }, body: { status } });
const remove = (id: string) => call("DELETE /order/{id}", { as: "owner", params: { id } });
const statusOf = (id: string) => db.select().from(orders).where(eq(orders.id, id)).get()?.status;
const ordersKept = () => db.select().from(orders).all().length;
const adults = (quantity: number) => ({ items: [{ ticketType: "adult", quantity }] });

/** The booking form, as a browser sends it. */
function postForm(fields: Record<string, string>) {
  const form = {
    intent: "book",
    date: tomorrow(),
    slot: "morning",
    adult: "1",
    child: "1",
    senior: "0",
    name: "Asha Rao",
    email: "asha@example.org",
    phone: "",
    paymentMethod: "upi",
    promoCode: "",
    ...fields,
  };
  return send("/tickets", { method: "POST", body: new URLSearchParams(form) });
}

test("a booking is answered with the order, priced, pending, and with the visitor's own page", async () => {
  const answer = await call("POST /order", {
    body: { ...anOrderBody(), promoCode: " zoo10 ", paymentMethod: "card" },
  });

  expect([answer.status, answer.body.message]).toEqual([201, "Order created (pending payment)"]);
  const now = new Date().toISOString();
  expect(answer.body.data).toEqual({
    order: {
      _id: expect.stringMatching(/\S/),
      visitDate: tomorrow(),
      visitSlot: "morning",
      contact: { name: "Asha Rao", email: "asha@example.org", phone: "9876543210" },
      items: [
        { ticketType: "adult", quantity: 1, unitPrice: 20, subtotal: 20 },
        { ticketType: "child", quantity: 1, unitPrice: 10, subtotal: 10 },
      ],
      subtotal: 30,
      discount: 3,
      promoCode: "ZOO10",
      totalAmount: 27,
      currency: "INR",
      paymentMethod: "card",
      status: "pending",
      createdAt: now,
      updatedAt: now,
      links: { order: expect.stringMatching(/^http:\/\/zoo\.test\/order\//) },
    },
  });
});

test("the visitor's own page opens by its link", async () => {
  const { body } = await place();

  const { status } = await send(new URL(body.data.order.links.order).pathname);

  expect(status).toBe(200);
});

test.each([
  ["another letter", (key: string) => key.slice(0, -1) + (key.endsWith("0") ? "1" : "0")],
  ["a letter less", (key: string) => key.slice(0, -1)],
  ["a letter more", (key: string) => `${key}0`],
  ["small letters", (key: string) => key.toLowerCase()],
  ["a foreign letter", (key: string) => `${key.slice(0, -1)}%C3%84`],
  ["a lion", (key: string) => `${key.slice(0, -2)}%F0%9F%A6%81`],
  ["nothing that can be read", (key: string) => `${key.slice(0, -2)}%E0%A4%A`],
])("a link with %s opens nothing", async (_, spoil) => {
  vi.spyOn(console, "warn").mockReturnValue(); // the router notes addresses it cannot decode
  vi.spyOn(console, "error").mockReturnValue();
  const { body } = await place();
  const [, , id, key = ""] = new URL(body.data.order.links.order).pathname.split("/");

  const { status } = await send(`/order/${id}/${spoil(key)}`);

  expect(status).toBe(404);
});

test("a link opens its own order and no other", async () => {
  const [mine, other] = [await place(), await place()];
  const [, , , key] = new URL(mine.body.data.order.links.order).pathname.split("/");

  const { status } = await send(`/order/${other.body.data.order._id}/${key}`);

  expect(status).toBe(404);
});

test("left out, the payment method is UPI and the currency rupees", async () => {
  const { body } = await place({ paymentMethod: undefined });

  expect(body.data.order).toMatchObject({ paymentMethod: "upi", currency: "INR" });
});

const NO_DATE = "visitDate (YYYY-MM-DD) is required";
const NO_SLOT = "visitSlot must be morning, afternoon, or evening";
const NO_CONTACT = "Contact email and at least one item are required";
const item = (quantity: unknown) => ({ items: [{ ticketType: "adult", quantity }] });

describe("what makes no sense is refused in the words of the specification", () => {
  test.each([
    ...[undefined, null, "", 20260806, "06-08-2026", "2026-8-6", "2026/08/06", [tomorrow()]],
    ...["2026-08-06T00:00:00Z", " 2026-08-06", "2026-08-06\n", "tomorrow", {}, true],
    ...["2027-02-29", "2026-02-30", "2026-04-31", "2026-00-10", "2026-13-01", "2026-08-00"],
    ...["2026-08-32", "0000-00-00", "２０２６-08-06", "20260-8-06"],
  ])("visitDate %j", async (visitDate) => {
    const { status, body } = await place({ visitDate });

    expect([status, body.message]).toEqual([400, NO_DATE]);
    expect(body.errors).toContainEqual({ path: "visitDate", message: NO_DATE });
  });

  test.each([undefined, null, "", "Morning", "night", "morning ", 1, ["morning"], {}, true])(
    "visitSlot %j",
    async (visitSlot) => {
      const { status, body } = await place({ visitSlot });

      expect([status, body.message]).toEqual([400, NO_SLOT]);
      expect(body.errors).toContainEqual({ path: "visitSlot", message: NO_SLOT });
    },
  );

  test.each([
    { contact: undefined },
    { contact: null },
    { contact: "asha@example.org" },
    { contact: ["asha@example.org"] },
    { contact: {} },
    { contact: { name: "Asha Rao" } },
    { contact: { email: null } },
    { contact: { email: "" } },
    { contact: { email: "  " } },
    { contact: { email: 7 } },
    { contact: { email: ["asha@example.org"] } },
    { items: undefined },
    { items: null },
    { items: [] },
    { items: {} },
    { items: "2 adults" },
    { items: 2 },
    item(0),
    { items: TYPES.map((ticketType) => ({ ticketType, quantity: 0 })) },
  ])("%j", async (changes) => {
    const { status, body } = await place(changes);

    expect([status, body.message]).toEqual([400, NO_CONTACT]);
    expect(body.errors.map((error: { message: string }) => error.message)).toContain(NO_CONTACT);
  });

  test("an empty body hears of the date first, and of everything in the list", async () => {
    const { status, body } = await call("POST /order", { body: {} });

    expect([status, body.message]).toEqual([400, NO_DATE]);
    const said = body.errors.map((error: { message: string }) => error.message);
    expect(said).toEqual(expect.arrayContaining([NO_DATE, NO_SLOT, NO_CONTACT]));
  });

  test.each([
    ...[-1, 0.5, "2", 11, 1e9, null, undefined, true, [2], {}, "", "ten", -0.1, 1.0000001].map(
      item,
    ),
    ...[Number.MAX_SAFE_INTEGER, -1e308, 1e308].map(item),
    { items: [{ ticketType: "student", quantity: 1 }] },
    { items: [{ ticketType: "Adult", quantity: 1 }] },
    { items: [{ ticketType: "__proto__", quantity: 1 }] },
    { items: [{ ticketType: "constructor", quantity: 1 }] },
    { items: [{ quantity: 1 }] },
    { items: [null] },
    { items: [[]] },
    { items: ["adult"] },
    { items: [{ ticketType: "adult", quantity: 1 }, null] },
    { contact: { email: "asha" } },
    { contact: { email: "asha@" } },
    { contact: { email: "@example.org" } },
    { contact: { email: "a b@example.org" } },
    { contact: { email: "asha@example.org\r\nBcc: all@example.org" } },
    { contact: { email: "asha@example.org", name: 7 } },
    { contact: { email: "asha@example.org", phone: "98765432101" } },
    { paymentMethod: "cheque" },
    { paymentMethod: ["upi"] },
    { paymentMethod: "" },
  ])("%j", async (changes) => {
    const { status, body } = await place(changes);

    expect(status).toBe(400);
    expect(body.message).toMatch(/\S/);
    expect(body.errors.length).toBeGreaterThan(0);
    expect(ordersKept()).toBe(0);
  });
});

describe("the day of the visit", () => {
  test.each([
    { now: "08:00", day: 0, slot: "morning", answers: 201 },
    { now: "11:59", day: 0, slot: "morning", answers: 201 },
    { now: "12:00", day: 0, slot: "morning", answers: 400 },
    { now: "12:00", day: 0, slot: "afternoon", answers: 201 },
    { now: "15:00", day: 0, slot: "afternoon", answers: 400 },
    { now: "17:59", day: 0, slot: "evening", answers: 201 },
    { now: "18:00", day: 0, slot: "evening", answers: 400 },
    { now: "18:00", day: 1, slot: "morning", answers: 201 },
    { now: "08:00", day: -1, slot: "evening", answers: 400 },
    // At 00:10 it is still yesterday in UTC, and at 05:29; at 05:30 the server's day begins.
    { now: "00:00", day: -1, slot: "evening", answers: 400 },
    { now: "00:10", day: -1, slot: "evening", answers: 400 },
    { now: "00:10", day: 0, slot: "morning", answers: 201 },
    { now: "05:29", day: -1, slot: "evening", answers: 400 },
    { now: "23:50", day: 0, slot: "evening", answers: 400 },
    { now: "23:50", day: 1, slot: "morning", answers: 201 },
    { now: "08:00", day: -365, slot: "evening", answers: 400 },
    { now: "08:00", day: 900, slot: "evening", answers: 201 },
  ])("at $now, day $day in the $slot: $answers", async ({ now, day, slot, answers }) => {
    vi.setSystemTime(zooTime(TODAY, now));

    const { status, body } = await place({ visitDate: addDays(TODAY, day), visitSlot: slot });

    expect(status).toBe(answers);
    if (answers === 400) expect(body.errors[0].path).toMatch(/^visit(Date|Slot)$/);
  });

  test("February 29 can be booked in a leap year", async () => {
    const { status } = await place({ visitDate: "2028-02-29" });

    expect(status).toBe(201);
  });
});

describe("what was bought", () => {
  test("the same ticket type twice is added up, in the order of the price list", async () => {
    const items = [
      { ticketType: "senior", quantity: 1 },
      { ticketType: "adult", quantity: 4 },
      { ticketType: "senior", quantity: 2 },
      { ticketType: "adult", quantity: 6 },
    ];

    const { body } = await place({ items });

    expect(body.data.order.items).toEqual([
      { ticketType: "adult", quantity: 10, unitPrice: 20, subtotal: 200 },
      { ticketType: "senior", quantity: 3, unitPrice: 15, subtotal: 45 },
    ]);
  });

  test("more than ten of a type are refused, also in pieces", async () => {
    const items = Array.from({ length: 11 }, () => ({ ticketType: "child", quantity: 1 }));

    const { status, body } = await place({ items });

    expect(status).toBe(400);
    expect(body.message).toMatch(/10/);
    expect(ordersKept()).toBe(0);
  });

  test("ten of each type are fine", async () => {
    const items = TYPES.map((ticketType) => ({ ticketType, quantity: 10 }));

    const { status, body } = await place({ items });

    expect([status, body.data.order.totalAmount]).toEqual([201, 450]);
  });

  test("types with quantity 0 are dropped", async () => {
    const items = [
      { ticketType: "adult", quantity: 0 },
      { ticketType: "child", quantity: 2 },
      { ticketType: "senior", quantity: -0 },
    ];

    const { body } = await place({ items });

    expect(body.data.order.items).toEqual([
      { ticketType: "child", quantity: 2, unitPrice: 10, subtotal: 20 },
    ]);
  });
});

/** The price list by hand: whole rupees, and a tenth off with halves up, without a fraction anywhere. */
function oracle(counts: Record<string, number>, promo: boolean) {
  const { adult = 0, child = 0, senior = 0 } = counts;
  const subtotal = 20 * adult + 10 * child + 15 * senior;
  const discount = promo ? (subtotal - (subtotal % 10)) / 10 + (subtotal % 10 >= 5 ? 1 : 0) : 0;
  return { subtotal, discount, totalAmount: subtotal - discount };
}

test("two hundred carts cost what the price list says, whatever the client claims", async () => {
  const random = randomFrom(20);
  db.insert(settings).values({ name: "default_capacity", value: "100000" }).run();

  for (let cart = 0; cart < 200; cart += 1) {
    const lie = () => random.oneOf([0, -1, 0.01, 1e9, "1", null]);
    const items = Array.from({ length: random.whole(1, 5) }, () => ({
      ticketType: random.oneOf(TYPES),
      quantity: random.whole(0, 5),
      unitPrice: lie(),
      subtotal: lie(),
    }));
    const promo = random.chance(0.5);
    const lies = { totalAmount: lie(), subtotal: lie(), discount: lie(), status: "paid", total: 0 };
    const counts: Record<string, number> = {};
    for (const { ticketType, quantity } of items) {
      counts[ticketType] = (counts[ticketType] ?? 0) + quantity;
    }
    const most = Math.max(...Object.values(counts));

    const { status, body } = await place({
      items,
      ...lies,
      promoCode: promo ? "ZOO10" : undefined,
    });

    expect([cart, status]).toEqual([cart, most > 0 && most <= 10 ? 201 : 400]);
    if (status !== 201) continue;
    const { order } = body.data;
    expect(order).toMatchObject({ ...oracle(counts, promo), status: "pending" });
    const bought = order.items.map((line: { ticketType: string; quantity: number }) => [
      line.ticketType,
      line.quantity,
    ]);
    expect(Object.fromEntries(bought)).toEqual(
      Object.fromEntries(Object.entries(counts).filter(([, quantity]) => quantity > 0)),
    );
  }
});

test("another currency is refused", async () => {
  for (const currency of ["USD", "inr", "", 7, ["INR"]]) {
    const { status } = await place({ currency });

    expect([currency, status]).toEqual([currency, 400]);
  }
});

describe("the promo code", () => {
  test.each(["ZOO10", "zoo10", "Zoo10", "  ZOO10", "ZOO10\t\n", "\u00a0zOO10 "])(
    "%j takes a tenth off",
    async (promoCode) => {
      const { status, body } = await place({ ...adults(10), promoCode });

      expect(status).toBe(201);
      expect(body.data.order).toMatchObject({
        promoCode: "ZOO10",
        subtotal: 200,
        discount: 20,
        totalAmount: 180,
      });
    },
  );

  test.each(["", "   ", "\n", null, undefined])("%j is none", async (promoCode) => {
    const { status, body } = await place({ ...adults(10), promoCode });

    expect(status).toBe(201);
    expect(body.data.order).toMatchObject({ promoCode: null, discount: 0, totalAmount: 200 });
  });

  test.each([
    ...["ZOO20", "ZOO", "ZOO10ZOO10", "ZOO 10", "ZOO10%", "ＺＯＯ１０", "ZOO１０", "0"],
    ...["ZOO10\u0000", "ZОО10"],
  ])("%j is not valid", async (promoCode) => {
    const { status, body } = await place({ promoCode });

    expect([status, body.message]).toEqual([400, "Promo code is not valid"]);
    expect(body.errors).toContainEqual({ path: "promoCode", message: "Promo code is not valid" });
  });

  test("a very long one is not valid either", async () => {
    const { status, body } = await place({ promoCode: "ZOO10".repeat(100) });

    expect([status, body.message]).toEqual([400, "Promo code is not valid"]);
  });

  test.each([[["ZOO10"]], [["ZOO10", "ZOO10"]], [{ code: "ZOO10" }], [10], [true]])(
    "%j is refused",
    async (promoCode) => {
      const { status, body } = await place({ promoCode });

      expect(status).toBe(400);
      expect(body.message).toMatch(/\S/);
      expect(ordersKept()).toBe(0);
    },
  );
});

test("what a client adds to an order is not stored", async () => {
  const intruders = {
    _id: "mine",
    id: "mine",
    seq: 4_000,
    createdAt: "2001-01-01T00:00:00.000Z",
    updatedAt: 1,
    created_at: 1,
    heldUntil: 9e15,
    held_until: 9e15,
    status: "paid",
    statusReason: "because",
    ticketCount: 1,
    subtotalPaise: 0,
    discountPaise: 9,
    totalPaise: 0,
    totalAmount: 0,
    discount: 30,
    currency: "INR",
    links: { order: "http://evil.example" },
    counts: { adult: 0 },
    admin: true,
    constructor: { prototype: { status: "paid" } },
  };
  const body = `{"__proto__":{"status":"paid"},${JSON.stringify({
    ...anOrderBody(),
    ...intruders,
    contact: { ...anOrderBody().contact, id: "mine", role: "owner" },
    items: [{ ticketType: "adult", quantity: 2, unitPrice: 0, unitPricePaise: 0, orderSeq: 1 }],
  }).slice(1)}`;

  const response = await send("/api/v1/order", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });

  const { data } = await response.json();
  expect(response.status).toBe(201);
  const kept = db.select().from(orders).all();
  expect(kept).toHaveLength(1);
  expect(kept[0]).toMatchObject({
    id: data.order._id,
    status: "pending",
    statusReason: "",
    ticketCount: 2,
    subtotalPaise: 4_000,
    discountPaise: 0,
    totalPaise: 4_000,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    heldUntil: Date.now() + 24 * HOUR,
  });
  expect(kept[0]?.id).not.toBe("mine");
  expect(kept[0]?.seq).not.toBe(4_000);
  expect(data.order.links.order).toMatch(/^http:\/\/zoo\.test\//);
  expect(data.order.contact).toEqual(anOrderBody().contact);
  expect(Object.keys(data.order)).toHaveLength(15);
});

describe("a booking that is sent again under its key", () => {
  const KEY = { "idempotency-key": "a8098c1a-f86e-11da-bd1a-00112444be1e" };

  test("gives the same order again", async () => {
    const first = await place({}, KEY);
    vi.setSystemTime(Date.now() + 5 * MINUTE);

    const again = await place({}, KEY);

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.data).toEqual(first.body.data);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(ordersKept()).toBe(1);
    expect(db.select().from(heldPlaces).all()).toMatchObject([{ held: 2 }]);
  });

  test("gives the order as it now stands, also when its slot has filled up or is over", async () => {
    const first = await place({ visitDate: TODAY }, KEY);
    await move(first.body.data.order._id, "paid");
    db.insert(datedCapacity).values({ visitDate: TODAY, visitSlot: "morning", capacity: 0 }).run();
    vi.setSystemTime(zooTime(TODAY, "19:00"));

    const again = await place({ visitDate: TODAY }, KEY);

    expect([again.status, again.body.data.order._id]).toEqual([201, first.body.data.order._id]);
    expect(again.body.data.order.status).toBe("paid");
  });

  test("is refused with 422 when it is another booking", async () => {
    await place({}, KEY);

    const others = [
      await place({ visitSlot: "evening" }, KEY),
      await place({ promoCode: "ZOO10" }, KEY),
      await place(adults(3), KEY),
      await place({ contact: { ...anOrderBody().contact, email: "ravi@example.org" } }, KEY),
    ];

    for (const { status, body } of others) {
      expect([status, body.success]).toEqual([422, false]);
      expect(body.message).toMatch(/\S/);
    }
    expect(ordersKept()).toBe(1);
  });

  test("fifty times at once makes one order", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => place({}, KEY)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.order._id)).size).toBe(1);
    expect(ordersKept()).toBe(1);
  });

  test("may be mended after a refusal", async () => {
    db.insert(datedCapacity)
      .values({ visitDate: tomorrow(), visitSlot: "morning", capacity: 0 })
      .run();

    const refused = [await place({ visitDate: "soon" }, KEY), await place({}, KEY)];
    const mended = await place({ visitSlot: "evening" }, KEY);

    expect(refused.map(({ status }) => status)).toEqual([400, 409]);
    expect(mended.status).toBe(201);
  });

  test("without a key, or under another, books twice", async () => {
    await place();
    await place();
    await place({}, { "idempotency-key": "  " });
    await place({}, KEY);
    await place({}, { "idempotency-key": "another" });

    expect(ordersKept()).toBe(5);
  });

  test("a key without end is refused", async () => {
    const { status } = await place({}, { "idempotency-key": "k".repeat(5_000) });

    expect([status, ordersKept()]).toEqual([400, 0]);
  });

  test("after a day is a booking of its own, when its key is forgotten", async () => {
    const again = () => place({ visitDate: addDays(TODAY, 3) }, KEY);
    await again();

    vi.setSystemTime(Date.now() + 24 * HOUR - 1);
    expect(forgetOldKeys()).toBe("done");
    expect((await again()).headers.get("idempotent-replayed")).toBe("true");

    vi.setSystemTime(Date.now() + 1);
    forgetOldKeys();
    expect((await again()).headers.get("idempotent-replayed")).toBeNull();
    expect(ordersKept()).toBe(2);
  });

  test("old keys are forgotten five hundred at a time, until none is left", () => {
    const { seq } = anOrder();
    for (let at = 0; at < 500; at += 1) {
      const row = { key: `key ${at}`, bodyHash: "", orderSeq: seq, createdAt: at };
      db.insert(idempotencyKeys).values(row).run();
    }

    expect([forgetOldKeys(), forgetOldKeys()]).toEqual(["more", "done"]);
    expect(db.select().from(idempotencyKeys).all()).toEqual([]);
  });

  test("the booking form sent twice books once", async () => {
    const first = await postForm({ key: "01J0FORM" });
    const again = await postForm({ key: "01J0FORM" });

    expect([first.status, again.status]).toEqual([302, 302]);
    expect(first.headers.get("location")).toMatch(/^\/order\//);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(ordersKept()).toBe(1);
  });

  test("the form's key with other details is a 422 that books nothing", async () => {
    await postForm({ key: "01J0FORM" });

    const other = await postForm({ key: "01J0FORM", slot: "evening" });

    expect([other.status, ordersKept()]).toEqual([422, 1]);
  });

  test("the keys of the API and of the form do not mix", async () => {
    const byForm = await postForm({ key: "one-key" });
    const byApi = await place(
      { contact: { name: "Asha Rao", email: "asha@example.org" } },
      { "idempotency-key": "one-key" },
    );
    const posing = await place({}, { "idempotency-key": "form one-key" });

    expect([byForm.status, byApi.status, posing.status]).toEqual([302, 201, 201]);
    expect(byApi.headers.get("idempotent-replayed")).toBeNull();
    expect(ordersKept()).toBe(3);
  });
});

describe("the booking form", () => {
  const refusedWith = async (fields: Record<string, string>) => {
    const form = { intent: "book", date: tomorrow(), slot: "morning", adult: "1", ...fields };
    const response = await send("/tickets?_data=routes/public/tickets", {
      method: "POST",
      body: new URLSearchParams({
        name: "Asha Rao",
        email: "asha@example.org",
        paymentMethod: "upi",
        ...form,
      }),
    });
    return { status: response.status, ...(await response.json()) };
  };

  test.each<{ fields: Record<string, string>; says: string }>([
    { fields: { adult: "0" }, says: "Please add at least one ticket" },
    { fields: { adult: "" }, says: "Please add at least one ticket" },
    { fields: { name: "" }, says: "Name and email are required" },
    { fields: { name: "  " }, says: "Name and email are required" },
    { fields: { email: "" }, says: "Name and email are required" },
    { fields: { promoCode: "ZOO11" }, says: "Promo code is not valid" },
  ])("$fields: $says", async ({ fields, says }) => {
    const refused = await refusedWith(fields);

    expect([refused.status, refused.message]).toEqual([400, says]);
    expect(refused.values).toMatchObject(fields);
    expect(ordersKept()).toBe(0);
  });

  test.each<Record<string, string>>([
    { adult: "11" },
    { adult: "-1" },
    { adult: "1.5" },
    { adult: "two" },
    { date: "" },
    { date: addDays(TODAY, -1) },
    { date: "2026-02-30" },
    { slot: "" },
    { email: "asha" },
    { phone: "98765432101" },
    { paymentMethod: "cheque" },
  ])("%j is refused, and what was typed comes back", async (fields) => {
    const refused = await refusedWith(fields);

    expect(refused.status).toBe(400);
    expect(refused.message).toMatch(/\S/);
    expect(refused.complaints.length).toBeGreaterThan(0);
    expect(refused.values).toMatchObject({ name: "Asha Rao", ...fields });
    expect(ordersKept()).toBe(0);
  });

  test("a fault of ours loses nothing that was typed, and the next press books once", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const fields = { name: "Asha Rao", promoCode: "ZOO10", phone: "9876543210", key: "01J0FAULT" };
    sqlite.exec("ALTER TABLE order_items RENAME TO lost");

    const refused = await refusedWith(fields);
    const page = await postForm(fields);

    expect([refused.status, page.status, ordersKept()]).toEqual([500, 500, 0]);
    expect(refused).toMatchObject({
      message: expect.stringMatching(/^Something went wrong on our side\. .*try again/),
      complaints: [],
      isFault: true,
      values: { ...fields, date: tomorrow(), slot: "morning", adult: "1" },
      slots: [{ slot: "morning" }, { slot: "afternoon" }, { slot: "evening" }],
    });
    expect(log).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/Asha|9876543210/);

    sqlite.exec("ALTER TABLE lost RENAME TO order_items");
    const pressed = [await postForm(refused.values), await postForm(refused.values)];
    expect(pressed.map(({ status }) => status)).toEqual([302, 302]);
    expect(ordersKept()).toBe(1);
  });

  test("leads to the visitor's own page, with a toast", async () => {
    const response = await postForm({ promoCode: "zoo10" });

    const location = response.headers.get("location") ?? "";
    const own = await send(new URL(location, "http://zoo.test").pathname);
    expect([response.status, own.status]).toEqual([302, 200]);
    const [cookie = ""] = response.headers.getSetCookie();
    const text = Buffer.from(decodeURIComponent(cookie.split(/[=;]/)[1] ?? ""), "base64");
    expect(text.toString()).toContain("Order created (pending payment)");
  });
});

const capacity = (places: number, visitSlot: Slot = "morning", visitDate = tomorrow()) =>
  db
    .insert(datedCapacity)
    .values({ visitDate, visitSlot, capacity: places })
    .onConflictDoUpdate({
      target: [datedCapacity.visitDate, datedCapacity.visitSlot],
      set: { capacity: places },
    })
    .run();

const heldIn = (visitSlot: Slot = "morning") =>
  db.select().from(heldPlaces).where(eq(heldPlaces.visitSlot, visitSlot)).get()?.held ?? 0;

describe("places", () => {
  test("a slot has 500 places unless owners say otherwise", async () => {
    for (let sold = 0; sold < 500; sold += 25) {
      anOrder({
        items: [
          { ticketType: "adult", quantity: 10 },
          { ticketType: "child", quantity: 10 },
          { ticketType: "senior", quantity: 5 },
        ],
      });
    }

    const { status, body } = await place(adults(1));

    expect([status, body.message]).toEqual([409, "Only 0 places left in this slot"]);
    expect(heldIn()).toBe(500);
  });

  test("an order that does not fit is refused whole, and the slots with room for it are named", async () => {
    capacity(5);
    capacity(3, "afternoon");
    capacity(40, "evening");
    anOrder();

    const { status, body } = await place(adults(4));

    expect([status, body.message]).toEqual([409, "Only 3 places left in this slot"]);
    const said = JSON.stringify(body.errors);
    expect(said).toMatch(/evening/i);
    expect(said).toMatch(/40/);
    expect(said).not.toMatch(/afternoon/i);
    expect([ordersKept(), heldIn()]).toEqual([1, 2]);
  });

  test("slots that have just room enough are named as well; without any, another day", async () => {
    capacity(1);
    capacity(2, "afternoon");
    capacity(2, "evening");
    const advice = async (people: number) => (await place(adults(people))).body.errors[1].message;

    expect(await advice(2)).toBe("Still room: Afternoon (2 left), Evening (2 left)");
    expect(await advice(3)).toBe("Try another day");
  });

  test("today, a slot that is over is not offered instead", async () => {
    vi.setSystemTime(zooTime(TODAY, "15:30"));
    capacity(1, "evening", TODAY);

    const { status, body } = await place({ visitDate: TODAY, visitSlot: "evening" });

    expect(status).toBe(409);
    expect(JSON.stringify(body.errors)).not.toMatch(/morning|afternoon/i);
  });

  test("the last places are sold, and not one more", async () => {
    capacity(4);

    const answers = [await place(adults(3)), await place(adults(2)), await place(adults(1))];

    expect(answers.map(({ status }) => status)).toEqual([201, 409, 201]);
    expect(heldIn()).toBe(4);
  });

  test("thirty visitors at once cannot buy more than there is", async () => {
    capacity(20);

    const answers = await Promise.all(Array.from({ length: 30 }, () => place(adults(3))));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(24);
    expect(heldIn()).toBe(18);
  });

  test("are told to everybody as they stand, slot by slot", async () => {
    anOrder({ status: "cancelled" });
    anOrder();
    capacity(3, "morning");
    capacity(0, "afternoon");

    const { status, body } = await call("GET /order/availability", {
      query: { from: tomorrow(), to: tomorrow() },
    });

    const told = (visitSlot: string) =>
      body.data.find((slot: { visitSlot: string }) => slot.visitSlot === visitSlot);
    expect(status).toBe(200);
    expect(told("morning")).toMatchObject({ capacity: 3, booked: 2, left: 1, open: true });
    expect(told("afternoon")).toMatchObject({ capacity: 0, booked: 0, left: 0, open: false });
    expect(told("evening")).toMatchObject({ capacity: 500, booked: 0, left: 500, open: true });
  });

  test("a slot that is closed sells nothing", async () => {
    capacity(0);

    const { status } = await place(adults(1));

    expect([status, ordersKept()]).toEqual([409, 0]);
  });

  test("a slot that was made smaller than what is sold sells nothing more and takes nothing away", async () => {
    const { id } = anOrder();
    capacity(1);

    const { status, body } = await place(adults(1));
    const paid = await move(id, "paid");

    expect([status, body.message]).toEqual([409, "Only 0 places left in this slot"]);
    expect(paid.status).toBe(200);
  });

  test.each([
    { from: "pending", to: "cancelled" },
    { from: "paid", to: "cancelled" },
    { from: "paid", to: "refunded" },
  ] as const)(
    "an order that goes from $from to $to gives its places back",
    async ({ from, to }) => {
      capacity(2);
      const { id } = anOrder({ status: from });

      const full = await place(adults(1));
      await move(id, to);
      const free = await place(adults(2));

      expect([full.status, free.status]).toEqual([409, 201]);
    },
  );

  test.each(["pending", "paid"] as const)(
    "a deleted order that was %s gives its places back",
    async (status) => {
      const { id } = anOrder({ status });

      await remove(id);

      expect(heldIn()).toBe(0);
    },
  );

  test.each(["cancelled", "refunded"] as const)(
    "a deleted order that was %s has no places left to give",
    async (status) => {
      anOrder();
      const { id } = anOrder({ status });

      await remove(id);

      expect(heldIn()).toBe(2);
    },
  );

  test.each(["cancelled", "refunded"] as const)(
    "an order that was %s takes its places again when it is paid, while there is room",
    async (status) => {
      capacity(3);
      const { id } = anOrder({ status });
      const other = anOrder({ items: [{ ticketType: "adult", quantity: 2 }] });

      const full = await move(id, "paid");
      expect([full.status, full.body.message]).toEqual([409, "Only 1 place left in this slot"]);
      expect([statusOf(id), heldIn()]).toEqual([status, 2]);

      await move(other.id, "cancelled");
      const again = await move(id, "paid");
      expect([again.status, again.body.data.qrCodes]).toEqual([200, expect.any(Array)]);
      expect(again.body.data.qrCodes).toHaveLength(2);
      expect(heldIn()).toBe(2);
    },
  );

  test("moving to a status twice counts once", async () => {
    const { id } = anOrder();
    anOrder();

    for (const status of ["paid", "paid", "cancelled", "cancelled"]) await move(id, status);

    expect(heldIn()).toBe(2);
  });
});

describe("an unpaid order", () => {
  const day = () => addDays(TODAY, 3);

  test.each(["upi", "card"])(
    "by %s gives its places back after 24 hours, with a reason",
    async (paymentMethod) => {
      capacity(2, "morning", day());
      const first = await place({ visitDate: day(), paymentMethod });
      const { _id: id, links } = first.body.data.order;

      vi.setSystemTime(Date.now() + 24 * HOUR - MINUTE);
      const early = await place({ visitDate: day() });
      expect([early.status, statusOf(id)]).toEqual([409, "pending"]);

      vi.setSystemTime(Date.now() + 2 * MINUTE);
      const late = await place({ visitDate: day() });
      expect([late.status, statusOf(id)]).toEqual([201, "cancelled"]);

      const page = await send(`${new URL(links.order).pathname}?_data=routes/public/order`);
      const { order } = await page.json();
      expect(order.status).toBe("cancelled");
      expect(order.statusReason).toMatch(/\S/);
    },
  );

  test("is cancelled by the clock even when nobody books", async () => {
    const { body } = await place({ visitDate: day() });
    vi.setSystemTime(Date.now() + 24 * HOUR + MINUTE);

    sweepUnpaid();

    expect([statusOf(body.data.order._id), heldIn()]).toEqual(["cancelled", 0]);
  });

  test("is cancelled at the very moment its time is up, which is known ahead", async () => {
    expect(nextLapse()).toBe(Infinity);
    const { body } = await place({ visitDate: day() });
    const { _id: id } = body.data.order;
    expect(nextLapse()).toBe(Date.now() + 24 * HOUR);

    vi.setSystemTime(nextLapse() - 1);
    expect([sweepUnpaid(), statusOf(id)]).toEqual(["done", "pending"]);
    vi.setSystemTime(nextLapse());
    expect([sweepUnpaid(), statusOf(id)]).toEqual(["done", "cancelled"]);
    expect(nextLapse()).toBe(Infinity);
  });

  test("keeps its places for as long as the owners set", async () => {
    db.insert(settings).values({ name: "hold_hours", value: "2" }).run();
    const { body } = await place({ visitDate: day() });

    vi.setSystemTime(Date.now() + 2 * HOUR - MINUTE);
    sweepUnpaid();
    expect(statusOf(body.data.order._id)).toBe("pending");

    vi.setSystemTime(Date.now() + 2 * MINUTE);
    sweepUnpaid();
    expect(statusOf(body.data.order._id)).toBe("cancelled");
  });

  test("in cash keeps its places until its slot ends", async () => {
    const { body } = await place({
      visitDate: day(),
      visitSlot: "afternoon",
      paymentMethod: "cash",
    });
    const { _id: id } = body.data.order;

    vi.setSystemTime(zooTime(day(), "14:59"));
    sweepUnpaid();
    expect([statusOf(id), heldIn("afternoon")]).toEqual(["pending", 2]);

    vi.setSystemTime(zooTime(day(), "15:01"));
    sweepUnpaid();
    expect([statusOf(id), heldIn("afternoon")]).toEqual(["cancelled", 0]);
  });

  test("that ran out of time may still be paid while there is room", async () => {
    capacity(2, "morning", day());
    const { body } = await place({ visitDate: day() });
    vi.setSystemTime(Date.now() + 25 * HOUR);
    sweepUnpaid();

    const paid = await move(body.data.order._id, "paid");

    expect([paid.status, paid.body.data.order.status]).toEqual([200, "paid"]);
    expect(paid.body.data.qrCodes).toHaveLength(2);
    const refused = await place({ visitDate: day(), ...adults(1) });
    expect(refused.status).toBe(409);
  });

  test("that ran out of time is not in the way of an order that is paid again", async () => {
    capacity(2, "morning", day());
    const cancelled = anOrder({ visitDate: day(), status: "cancelled" });
    await place({ visitDate: day() });
    vi.setSystemTime(Date.now() + 24 * HOUR + MINUTE);

    const paidAgain = await move(cancelled.id, "paid");

    expect([paidAgain.status, statusOf(cancelled.id)]).toEqual([200, "paid"]);
  });

  test("is left alone by the clock once it is paid", async () => {
    const { body } = await place({ visitDate: day() });
    await move(body.data.order._id, "paid");
    vi.setSystemTime(Date.now() + 30 * HOUR);

    sweepUnpaid();

    expect([statusOf(body.data.order._id), heldIn()]).toEqual(["paid", 2]);
  });
});

/** What the zoo should have on its books, kept beside it by a simpler hand. */
type Known = {
  id: string;
  place: string;
  count: number;
  status: string;
  paymentMethod: string;
  placedAt: number;
};
const MOVES: Record<string, string[]> = {
  pending: ["paid", "cancelled"],
  paid: ["cancelled", "refunded"],
  cancelled: ["paid"],
  refunded: ["paid", "cancelled"],
};
const holds = ({ status }: { status: string }) => status === "pending" || status === "paid";

describe("the ledger of places", () => {
  const CAPACITY = 14;
  const DAYS = [addDays(TODAY, 2), addDays(TODAY, 3)];

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    "is the sum of living orders whatever happens in whatever order (course %i)",
    async (seed) => {
      const random = randomFrom(seed);
      const known = new Map<string, Known>();
      db.insert(settings)
        .values({ name: "default_capacity", value: String(CAPACITY) })
        .run();

      for (let step = 0; step < 50; step += 1) {
        const what = await happening(random, known);

        const wanted = new Map<string, number>();
        for (const order of known.values()) {
          if (holds(order)) wanted.set(order.place, (wanted.get(order.place) ?? 0) + order.count);
        }
        expect([seed, step, what, ledger()]).toEqual([
          seed,
          step,
          what,
          Object.fromEntries([...wanted].toSorted()),
        ]);
        expect(Math.max(0, ...wanted.values())).toBeLessThanOrEqual(CAPACITY);
        expect(livingTickets()).toEqual(
          [...known.values()].reduce((sum, o) => sum + (o.status === "paid" ? o.count : 0), 0),
        );
      }
    },
  );

  const left = (place: string, known: Map<string, Known>) =>
    [...known.values()].reduce(
      (free, order) => (order.place === place && holds(order) ? free - order.count : free),
      CAPACITY,
    );

  async function happening(random: Random, known: Map<string, Known>) {
    const some = known.size > 0 ? random.oneOf([...known.values()]) : undefined;
    const what = random.oneOf([
      "book",
      "book",
      "move",
      "move",
      "move",
      "edit",
      "delete",
      "wait",
    ] as const);
    if (what === "book" || !some) return book(random, known);
    if (what === "move") return moveOne(random, some, known);
    if (what === "edit") return edit(random, some, known);
    if (what === "wait") return wait(random, known);
    const { status } = await remove(some.id);
    expect(status).toBe(200);
    known.delete(some.id);
    return `delete ${some.id}`;
  }

  async function book(random: Random, known: Map<string, Known>) {
    const visitDate = random.oneOf(DAYS);
    const visitSlot = random.oneOf(SLOTS);
    const count = random.whole(1, 6);
    const at = `${visitDate} ${visitSlot}`;
    const paymentMethod = random.oneOf(["upi", "card", "cash"]);

    const { status, body } = await place({ visitDate, visitSlot, paymentMethod, ...adults(count) });

    const room = left(at, known);
    expect([status, room]).toEqual([count <= room ? 201 : 409, room]);
    if (status === 409)
      expect(body.message).toMatch(new RegExp(`^Only ${room} places? left in this slot$`));
    else {
      const id: string = body.data.order._id;
      const placedAt = Date.now();
      known.set(id, { id, place: at, count, status: "pending", paymentMethod, placedAt });
    }
    return `book ${count} ${at}: ${status}`;
  }

  async function moveOne(random: Random, order: Known, known: Map<string, Known>) {
    const next = random.oneOf(Object.keys(MOVES));
    const taking = !holds(order) && holds({ status: next });
    const fits = !taking || order.count <= left(order.place, known);
    const may = next === order.status || (MOVES[order.status]!.includes(next) && fits);

    const { status } = await move(order.id, next);

    expect([order.status, next, status]).toEqual([order.status, next, may ? 200 : 409]);
    if (may) order.status = next;
    return `${next} ${order.id}: ${status}`;
  }

  /** Another day, slot or number of tickets, as staff may change them; tickets only while pending. */
  async function edit(random: Random, order: Known, known: Map<string, Known>) {
    const visitDate = random.oneOf(DAYS);
    const visitSlot = random.oneOf(SLOTS);
    const count = random.chance(0.5) ? random.whole(1, 6) : undefined;
    const next = { ...order, place: `${visitDate} ${visitSlot}`, count: count ?? order.count };
    known.delete(order.id);
    const fits = !holds(order) || next.count <= left(next.place, known);
    known.set(order.id, order);
    const may = fits && (count === undefined || order.status === "pending");

    const { status } = await call("PATCH /order/{id}", {
      as: "admin",
      params: { id: order.id },
      body: { visitDate, visitSlot, ...(count && adults(count)) },
    });

    expect([order.status, next.place, count, status]).toEqual([
      order.status,
      next.place,
      count,
      may ? 200 : 409,
    ]);
    if (may) known.set(order.id, next);
    return `edit ${order.id}: ${status}`;
  }

  function heldUntil({ place: at, paymentMethod, placedAt }: Known) {
    const [day = "", slot = ""] = at.split(" ");
    const ends = slot === "morning" ? "12:00" : slot === "afternoon" ? "15:00" : "18:00";
    return paymentMethod === "cash" ? zooTime(day, ends) : placedAt + 24 * HOUR;
  }

  function wait(random: Random, known: Map<string, Known>) {
    // Never so long that the days to book are over.
    const last = zooTime(DAYS[0]!, "08:00");
    vi.setSystemTime(Math.min(last, Date.now() + random.whole(1, 6) * HOUR));
    sweepUnpaid();
    for (const order of known.values()) {
      if (order.status === "pending" && heldUntil(order) <= Date.now()) order.status = "cancelled";
    }
    return "wait";
  }

  const ledger = () =>
    Object.fromEntries(
      db
        .select()
        .from(heldPlaces)
        .all()
        .filter(({ held }) => held > 0)
        .map(({ visitDate, visitSlot, held }) => [`${visitDate} ${visitSlot}`, held] as const)
        .toSorted(),
    );

  const livingTickets = () =>
    db
      .select()
      .from(tickets)
      .all()
      .filter(({ voidedAt }) => voidedAt === null).length;
});
