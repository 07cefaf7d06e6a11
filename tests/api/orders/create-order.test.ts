import { describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { orders, settings } from "db/schema";
import { addDays } from "~/lib/dates";
import { call, send } from "../../support/site/app";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anOrderBody, tomorrow } from "../../support/data/factories";
import { randomFrom } from "../../support/data/random";
import {
  HOUR,
  TODAY,
  TYPES,
  zooTime,
  place,
  ordersKept,
  adults,
  MORNING,
} from "../../support/data/place-orders";
import { logger } from "~/lib/http/logger.server";

everyTestBeginsAt(MORNING);

test("a booking returns the priced, pending order and its link", async () => {
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
  ["a foreign letter", (key: string) => `${key.slice(0, -1)}%C3%84`],
  ["a lion", (key: string) => `${key.slice(0, -2)}%F0%9F%A6%81`],
  ["nothing that can be read", (key: string) => `${key.slice(0, -2)}%E0%A4%A`],
])("a link with %s opens nothing", async (_, spoil) => {
  vi.spyOn(console, "warn").mockReturnValue(); // the router notes addresses it cannot decode
  vi.spyOn(logger, "error").mockReturnValue();
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

test.each(["", " "])("a payment method or currency of %j is the default", async (blank) => {
  const body = { ...anOrderBody(), paymentMethod: blank, currency: blank };

  const answer = await call("POST /order", { body });

  expect(answer.status).toBe(201);
  expect(answer.body.data.order).toMatchObject({ paymentMethod: "upi", currency: "INR" });
});

test("the defaults are UPI and rupees", async () => {
  const { body } = await place({ paymentMethod: undefined });

  expect(body.data.order).toMatchObject({ paymentMethod: "upi", currency: "INR" });
});

const NO_DATE = "visitDate (YYYY-MM-DD) is required";
const NO_SLOT = "visitSlot must be morning, afternoon, or evening";
const NO_CONTACT = "Contact email and at least one item are required";
const item = (quantity: unknown) => ({ items: [{ ticketType: "adult", quantity }] });

describe("invalid input is rejected with the specified messages", () => {
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

  test("an empty body reports the date first, and all fields", async () => {
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
  ])("%j", async (changes) => {
    const { status, body } = await place(changes);

    expect(status).toBe(400);
    expect(body.message).toMatch(/\S/);
    expect(body.errors.length).toBeGreaterThan(0);
    expect(ordersKept()).toBe(0);
  });
});

describe("a phone number", () => {
  test.each([
    ["+91 98450 12345", "9845012345"],
    ["+91-98450-12345", "9845012345"],
    ["91 9845012345", "9845012345"],
    ["(098450) 12345", "9845012345"],
    [" 98450 12345 ", "9845012345"],
    ["080 5550 0142", "8055500142"],
    ["9112345678", "9112345678"],
    ["0123456789", "0123456789"],
    [" 080-1234 ", "080-1234"],
    ["ask Ravi", "ask Ravi"],
    ["", ""],
  ])("typed as '%s' is %s", async (phone, kept) => {
    const { status, body } = await place({ contact: { email: "asha@example.org", phone } });

    expect([status, body.data?.order.contact.phone]).toEqual([201, kept]);
  });

  test.each([
    "98765432101",
    "44 20 7946 0958",
    "+91 98450 1234",
    "+1234567890123456",
    "98450x12345",
  ])("typed as '%s' is too long", async (phone) => {
    const { body } = await place({ contact: { email: "asha@example.org", phone } });

    expect(body.errors).toEqual([
      { path: "contact.phone", message: "Phone can have at most 10 characters" },
    ]);
  });
});

describe("an e-mail address", () => {
  test.each(["r&d@zoo.in", "o'neil@zoo.co.uk", "a+b=c/d@x.com", "1@xn--zoo-8la.xn--p1ai"])(
    "may be %s",
    async (email) => {
      const { status, body } = await place({ contact: { name: "Asha Rao", email } });

      expect([status, body.data?.order.contact.email]).toEqual([201, email]);
    },
  );

  test.each([
    ...["asha", "asha@zoo", "@zoo.in", "asha@", "a@b@zoo.in", "asha rao@zoo.in", "asha@zoo..in"],
    ...["as..ha@zoo.in", ".asha@zoo.in", "asha@-zoo.in", "asha@zoo.1", "asha@zoo.in, b@zoo.in"],
    ...["asha@zoo.in\r\nBcc: b@zoo.in", "Asha <asha@zoo.in>", `${"a".repeat(65)}@zoo.in`],
    `asha@${"zoo.".repeat(63)}in`,
  ])("is not %j", async (email) => {
    const { status, body } = await place({ contact: { name: "Asha Rao", email } });

    expect([status, body.message, ordersKept()]).toEqual([400, "Enter a valid email.", 0]);
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
    { now: "08:00", day: 180, slot: "evening", answers: 201 },
    { now: "08:00", day: 181, slot: "evening", answers: 400 },
  ])("at $now, day $day in the $slot: $answers", async ({ now, day, slot, answers }) => {
    vi.setSystemTime(zooTime(TODAY, now));

    const { status, body } = await place({ visitDate: addDays(TODAY, day), visitSlot: slot });

    expect(status).toBe(answers);
    if (answers === 400) expect(body.errors[0].path).toMatch(/^visit(Date|Slot)$/);
  });

  test("February 29 can be booked in a leap year", async () => {
    vi.setSystemTime(zooTime("2027-12-01", "08:00"));

    const { status } = await place({ visitDate: "2028-02-29" });

    expect(status).toBe(201);
  });
});

describe("the items", () => {
  test("the same ticket type twice is added up, in price list order", async () => {
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

  test("more than ten of a type are rejected, also in parts", async () => {
    const items = Array.from({ length: 11 }, () => ({ ticketType: "child", quantity: 1 }));

    const { status, body } = await place({ items });

    expect(status).toBe(400);
    expect(body.message).toMatch(/10/);
    expect(ordersKept()).toBe(0);
  });

  test("ten of each type are accepted", async () => {
    const items = TYPES.map((ticketType) => ({ ticketType, quantity: 10 }));

    const { status, body } = await place({ items });

    expect([status, body.data.order.totalAmount]).toEqual([201, 450]);
  });

  test("types with quantity 0 are omitted", async () => {
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

test("prices come from the price list, whatever the client claims", async () => {
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

test("another currency is rejected", async () => {
  for (const currency of ["USD", "inr", 7, ["INR"]]) {
    const { status } = await place({ currency });

    expect([currency, status]).toEqual([currency, 400]);
  }
});

describe("the promo code", () => {
  test.each(["ZOO10", "zoo10", "Zoo10", "  ZOO10", "ZOO10\t\n", "\u00a0zOO10 "])(
    "%j gives 10 % off",
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

  test.each(["", "   ", "\n", null, undefined])("%j counts as no code", async (promoCode) => {
    const { status, body } = await place({ ...adults(10), promoCode });

    expect(status).toBe(201);
    expect(body.data.order).toMatchObject({ promoCode: null, discount: 0, totalAmount: 200 });
  });

  test.each([...["ZOO20", "ZOO", "ZOO10ZOO10", "ZOO10%", "0"], ...["ZOO10\u0000", "ZОО10"]])(
    "%j is not valid",
    async (promoCode) => {
      const { status, body } = await place({ promoCode });

      expect([status, body.message]).toEqual([400, "Promo code is not valid"]);
      expect(body.errors).toContainEqual({ path: "promoCode", message: "Promo code is not valid" });
    },
  );

  test("a very long code is invalid", async () => {
    const { status, body } = await place({ promoCode: "ZOO10".repeat(100) });

    expect([status, body.message]).toEqual([400, "Promo code is not valid"]);
  });

  test.each([[["ZOO10"]], [["ZOO10", "ZOO10"]], [{ code: "ZOO10" }], [10], [true]])(
    "%j is rejected",
    async (promoCode) => {
      const { status, body } = await place({ promoCode });

      expect(status).toBe(400);
      expect(body.message).toMatch(/\S/);
      expect(ordersKept()).toBe(0);
    },
  );
});

test("unknown fields of an order are not stored", async () => {
  const intruders = {
    _id: "mine",
    id: "mine",
    seq: 4_000,
    createdAt: "2001-01-01T00:00:00.000Z",
    updatedAt: 1,
    created_at: 1,
    expiresAt: 9e15,
    expires_at: 9e15,
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
    expiresAt: Date.now() + 24 * HOUR,
  });
  expect(kept[0]?.id).not.toBe("mine");
  expect(kept[0]?.seq).not.toBe(4_000);
  expect(data.order.links.order).toMatch(/^http:\/\/zoo\.test\//);
  expect(data.order.contact).toEqual(anOrderBody().contact);
  expect(Object.keys(data.order)).toHaveLength(15);
});
