import { foldText, searchTerms } from "~/lib/text/search-text";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "db/connection.server";
import { orders } from "db/schema";
import { animalCategories } from "~/features/animals/animals.server";
import { sendMessage } from "~/features/messages/messages.server";
import { addDays } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { call } from "../../support/site/app";
import { anAdmin, anAnimal, anOrder, anOrderBody, tomorrow } from "../../support/data/factories";
import { randomFrom } from "../../support/data/random";

type Query = Record<string, string>;
type Listed = { _id: string };

const list = (query: Query = {}) => call("GET /order", { as: "admin", query });
const listAnimals = (query: Query = {}) => call("GET /animal", { query });
const idsIn = ({ body }: { body: { data: { items: Listed[] } } }) =>
  body.data.items.map(({ _id }) => _id);

/** An order of somebody by name and e-mail. */
const orderOf = (
  name: string,
  email = "asha@example.org",
  changes: Parameters<typeof anOrder>[0] = {},
) => anOrder({ ...changes, contact: { ...anOrderBody().contact, name, email } });

const ordersByDate = (...instants: string[]) =>
  instants.map((instant) => {
    const { id } = anOrder();
    db.update(orders)
      .set({ createdAt: Date.parse(instant), placedOn: toLocalDate(Date.parse(instant)) })
      .where(eq(orders.id, id))
      .run();
    return id;
  });

test.each([
  ["GET /order", "from", "0000-01-01"],
  ["GET /order", "from", "1899-12-31"],
  ["GET /order", "to", "9999-12-31"],
  ["GET /order", "visitDate", "9999-12-31"],
  ["GET /order/availability", "from", "0000-01-01"],
  ["GET /order/availability", "to", "9999-12-31"],
] as const)("%s with %s=%s is not a date", async (line, name, day) => {
  const { status, body } = await call(line, { as: "admin", query: { [name]: day } });

  expect([status, body.message]).toEqual([400, expect.stringMatching(`^${name} must be`)]);
});

test.each(["T 5", "2026-02-30T10:00:00Z", "2026-01-01T25:00:00Z"])(
  "GET /order from %s is not an instant",
  async (from) => {
    const { status, body } = await call("GET /order", { as: "admin", query: { from } });

    expect([status, body.message]).toEqual([400, "from must be a day or a time"]);
  },
);

describe("the list of orders", () => {
  test("is one empty page in a new database", async () => {
    const { status, body } = await list();

    expect(status).toBe(200);
    expect(body.data).toEqual({
      items: [],
      pagination: { total: 0, page: 1, limit: 20, pages: 1 },
    });
  });

  test("shows the newest first, twenty to a page", async () => {
    const ids = Array.from({ length: 45 }, () => anOrder().id).reverse();

    const pages = [await list(), await list({ page: "2" }), await list({ page: "3" })];

    expect(pages.flatMap(idsIn)).toEqual(ids);
    expect(pages.map(({ body }) => body.data.pagination)).toEqual([
      { total: 45, page: 1, limit: 20, pages: 3 },
      { total: 45, page: 2, limit: 20, pages: 3 },
      { total: 45, page: 3, limit: 20, pages: 3 },
    ]);
  });

  test("is empty beyond the last page", async () => {
    anOrder();

    const { status, body } = await list({ page: "7" });

    expect(status).toBe(200);
    expect(body.data).toEqual({
      items: [],
      pagination: { total: 1, page: 7, limit: 20, pages: 1 },
    });
  });

  test("contains the order's fields without the visitor's key", async () => {
    const { id } = anOrder({ status: "paid" });

    const { body } = await list();

    expect(Object.keys(body.data.items[0]).toSorted()).toEqual(
      [
        ...["_id", "contact", "createdAt", "currency", "discount", "items", "paymentMethod"],
        ...[
          "promoCode",
          "status",
          "subtotal",
          "totalAmount",
          "updatedAt",
          "visitDate",
          "visitSlot",
        ],
      ].toSorted(),
    );
    expect(body.data.items[0]).toMatchObject({ _id: id, totalAmount: 30, status: "paid" });
  });

  test.each(["abc", "0", "-3", "", "NaN", "-1e9", "null", "1;DROP TABLE orders"])(
    "page %j counts as 1",
    async (page) => {
      const { id } = anOrder();

      const answer = await list({ page });

      expect(answer.status).toBe(200);
      expect(answer.body.data.pagination.page).toBe(1);
      expect(idsIn(answer)).toEqual([id]);
    },
  );

  test.each([
    { limit: "1", counts: 1 },
    { limit: "500", counts: 500 },
    { limit: "501", counts: 500 },
    { limit: "1000000000", counts: 500 },
    { limit: "1e9", counts: 500 },
    { limit: "0", counts: 1 },
    { limit: "-1", counts: 1 },
    { limit: "", counts: 20 },
    { limit: "many", counts: 20 },
  ])("limit '$limit' counts as $counts", async ({ limit, counts }) => {
    anOrder();
    anOrder();

    const { status, body } = await list({ limit });

    expect(status).toBe(200);
    expect(body.data.pagination).toEqual({
      total: 2,
      page: 1,
      limit: counts,
      pages: Math.max(1, Math.ceil(2 / counts)),
    });
    expect(body.data.items).toHaveLength(Math.min(2, counts));
  });

  test.each([
    { sort: "createdAt", order: [0, 1, 2] },
    { sort: "-createdAt", order: [2, 1, 0] },
    { sort: "visitDate", order: [1, 0, 2] },
    { sort: "-visitDate", order: [2, 0, 1] },
    { sort: "totalAmount", order: [0, 2, 1] },
    { sort: "-totalAmount", order: [1, 2, 0] },
    { sort: "status,createdAt", order: [1, 0, 2] },
    { sort: "status,-createdAt", order: [1, 2, 0] },
    { sort: "-status,totalAmount", order: [0, 2, 1] },
    { sort: " -totalAmount , createdAt ", order: [1, 2, 0] },
    { sort: "", order: [2, 1, 0] },
  ])("sorts by '$sort'", async ({ sort, order }) => {
    const adults = (quantity: number) => ({ items: [{ ticketType: "adult", quantity }] });
    const ids = [
      anOrder({ visitDate: addDays(tomorrow(), 1), ...adults(1) }).id,
      anOrder({ visitDate: tomorrow(), ...adults(3), status: "paid" }).id,
      anOrder({ visitDate: addDays(tomorrow(), 2), ...adults(2) }).id,
    ];
    db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, ids[1]!)).run();

    const answer = await list({ sort });

    expect(idsIn(answer)).toEqual(order.map((at) => ids[at]));
  });

  test.each([
    "password",
    "contactEmail",
    "expires_at",
    "createdAt,password",
    "-",
    "--createdAt",
    "createdAt desc",
    "seq",
    "constructor",
    "__proto__",
    "createdAt;DROP TABLE orders",
    "CREATEDAT",
  ])("sort '%s' is rejected with the allowed fields", async (sort) => {
    const { status, body } = await list({ sort });

    expect(status).toBe(400);
    expect(body.message).toMatch(/createdAt/);
    expect(body.message).toMatch(/visitDate/);
  });

  test("q finds by id, contact name, e-mail and payment method", async () => {
    const { id } = orderOf("Zubin Mehta", "zubin@opera.example", { paymentMethod: "cash" });
    orderOf("Asha Rao", "asha@example.org");

    for (const q of [
      id,
      id.slice(-3),
      "Zubin",
      "bin Meh",
      "zubin",
      "opera.ex",
      "cash",
      " Mehta ",
    ]) {
      const answer = await list({ q });

      expect([q, idsIn(answer)]).toEqual([q, [id]]);
      expect(answer.body.data.pagination.total).toBe(1);
    }
    expect(idsIn(await list({ q: "9876543210" }))).toEqual([]);
    expect(idsIn(await list({ q: "pending" }))).toEqual([]);
  });

  test.each(["\u0000", "Asha\u0000", "Asha\u0000Rao", "\u0000Rao", "%\u0000"])(
    "q %j is plain text without a match",
    async (q) => {
      orderOf("Asha Rao");
      orderOf("Asha");

      const answer = await list({ q });

      expect([answer.status, idsIn(answer)]).toEqual([200, []]);
    },
  );

  test("sixty searches equal a full scan", async () => {
    const random = randomFrom(7);
    const alphabet = ["a", "B", "%", "_", "\\", "'", '"', "*", "?", "[", "]", "-", ";", " ", "9"];
    const word = (from: number, to: number) =>
      Array.from({ length: random.whole(from, to) }, () => random.oneOf(alphabet)).join("");
    const people = Array.from({ length: 25 }, () => {
      const { id, contactName } = orderOf(`x${word(2, 8)}x`, "p@q.rs", { paymentMethod: "upi" });
      return { id, text: foldText(`${id}\n${contactName}\np@q.rs\nupi`) };
    }).reverse();

    for (let search = 0; search < 60; search += 1) {
      const q = word(1, 3);
      const terms = searchTerms(q);

      const answer = await list({ q, limit: "500" });

      const expected = people.filter(({ text }) =>
        q.trim() ? terms.length > 0 && terms.every((term) => text.includes(term)) : true,
      );
      expect([q, idsIn(answer)]).toEqual([q, expected.map(({ id }) => id)]);
    }
  });

  test("filters by status, one or several", async () => {
    const [pending, paid, cancelled, refunded] = (
      ["pending", "paid", "cancelled", "refunded"] as const
    ).map((status) => anOrder({ status }).id);

    expect(idsIn(await list({ status: "pending" }))).toEqual([pending]);
    expect(idsIn(await list({ status: "pending,paid" }))).toEqual([paid, pending]);
    expect(idsIn(await list({ status: " refunded , cancelled " }))).toEqual([refunded, cancelled]);
    expect(idsIn(await list({ status: "" }))).toHaveLength(4);
    expect((await list({ status: "paid", limit: "1" })).body.data.pagination.total).toBe(1);
  });

  test("filters by payment method, one or several", async () => {
    const [upi, card, cash] = ["upi", "card", "cash"].map(
      (paymentMethod) => anOrder({ paymentMethod }).id,
    );

    expect(idsIn(await list({ paymentMethod: "card" }))).toEqual([card]);
    expect(idsIn(await list({ paymentMethod: "cash,upi" }))).toEqual([cash, upi]);
  });

  test("filters by complete e-mail, ignoring case", async () => {
    const { id } = orderOf("Asha Rao", "Asha@Example.org");
    orderOf("Ravi", "ravi.asha@example.org");

    expect(idsIn(await list({ email: "asha@example.org" }))).toEqual([id]);
    expect(idsIn(await list({ email: "example.org" }))).toEqual([]);
    expect(idsIn(await list({ email: "%@example.org" }))).toEqual([]);
  });

  test("filters by the day of the visit", async () => {
    const { id } = anOrder({ visitDate: addDays(tomorrow(), 5) });
    anOrder();

    expect(idsIn(await list({ visitDate: addDays(tomorrow(), 5) }))).toEqual([id]);
    expect(idsIn(await list({ visitDate: addDays(tomorrow(), 6) }))).toEqual([]);
  });

  test("filters by when the order was placed", async () => {
    const [first, second, third] = ordersByDate(
      "2026-03-01T10:00:00Z",
      "2026-03-02T10:00:00Z",
      "2026-03-03T10:00:00Z",
    );

    const from = await list({ from: "2026-03-02T00:00:00.000Z" });
    const to = await list({ to: "2026-03-02T23:00:00.000Z" });
    const between = await list({ from: "2026-03-02T00:00:00Z", to: "2026-03-03T00:00:00Z" });
    const offset = await list({ from: "2026-03-03T15:29:00+05:30" });

    expect(idsIn(from)).toEqual([third, second]);
    expect(idsIn(to)).toEqual([second, first]);
    expect(idsIn(between)).toEqual([second]);
    expect(idsIn(offset)).toEqual([third]);
  });

  test("filters by days as well as by instants, both days included", async () => {
    const [, second] = ordersByDate(
      "2026-03-01T06:00:00Z",
      "2026-03-02T06:00:00Z",
      "2026-03-03T06:00:00Z",
    );

    const day = await list({ from: "2026-03-02", to: "2026-03-02" });

    expect(idsIn(day)).toEqual([second]);
  });

  test("days begin in the zoo's time zone", async () => {
    const [, lateOnFirst, earlyOnSecond] = ordersByDate(
      "2026-03-01T06:00:00Z",
      "2026-03-01T18:29:00Z", // 23:59 at the zoo
      "2026-03-01T18:31:00Z", // 00:01 at the zoo
      "2026-03-02T18:31:00Z",
    );

    const second = await list({ from: "2026-03-02", to: "2026-03-02" });

    expect(idsIn(second)).toContain(earlyOnSecond);
    expect(idsIn(second)).not.toContain(lateOnFirst);
    expect(idsIn(second)).toHaveLength(1);
  });

  test("combines filters", async () => {
    const { id } = orderOf("Asha Rao", "asha@example.org", { status: "paid" });
    orderOf("Asha Rao", "asha@example.org");
    orderOf("Ravi", "ravi@example.org", { status: "paid" });

    const answer = await list({ q: "asha", status: "paid", paymentMethod: "upi,card" });

    expect(idsIn(answer)).toEqual([id]);
  });

  test.each<[Query, number]>([
    [{ paymentMethod: "cash" }, 2],
    [{ email: "asha@example.org" }, 3],
    [{ visitDate: "2099-01-01" }, 0],
    [{ to: "1970-01-01T00:00:00.000Z" }, 0],
    [{ from: "2000-01-01" }, 5],
  ])("a search among %j finds only these, page by page", async (narrow, many) => {
    for (const at of [0, 1, 2, 3, 4]) {
      orderOf("Asha Rao", at < 3 ? "asha@example.org" : "rao@example.org", {
        paymentMethod: at % 2 ? "cash" : "upi",
      });
    }
    const pages = ["1", "2", "3"].map((page) => list({ q: "asha", ...narrow, page, limit: "2" }));
    const answers = await Promise.all(pages);

    expect(new Set(answers.flatMap(idsIn)).size).toBe(many);
    expect(answers[0]?.body.data.pagination.total).toBe(many);
  });

  test.each<Query>([
    { status: "lost" },
    { status: "paid,zzz" },
    { status: "PAID" },
    { paymentMethod: "cheque" },
    { paymentMethod: "upi;cash" },
    { visitDate: "2026-02-30" },
    { visitDate: "tomorrow" },
    { from: "yesterday" },
    { to: "2026-13-01" },
    { from: "2026-02-30" },
  ])("%j is rejected with a message", async (query) => {
    const { status, body } = await list(query);

    expect(status).toBe(400);
    expect(body.message).toMatch(new RegExp(Object.keys(query)[0]!));
  });
});

describe("one order", () => {
  test("includes its tickets once paid", async () => {
    const { id } = anOrder({ status: "paid", items: [{ ticketType: "senior", quantity: 2 }] });

    const { status, body } = await call("GET /order/{id}", { as: "admin", params: { id } });

    expect(status).toBe(200);
    expect(body.data.order).toMatchObject({ _id: id, status: "paid", totalAmount: 30 });
    expect(body.data.order.tickets).toHaveLength(2);
    for (const ticket of body.data.order.tickets) {
      expect(ticket).toMatchObject({ code: expect.stringMatching(/\S{10}/), ticketType: "senior" });
    }
  });

  test.each(["pending", "cancelled", "refunded"] as const)(
    "has no tickets while %s",
    async (status) => {
      const { id } = anOrder({ status });

      const { body } = await call("GET /order/{id}", { as: "admin", params: { id } });

      expect(body.data.order.tickets).toEqual([]);
    },
  );

  test("does not show the visitor's link to staff", async () => {
    const { id } = anOrder();

    const { body } = await call("GET /order/{id}", { as: "owner", params: { id } });

    expect(body.data.order.links).toBeUndefined();
  });
});

const NOWHERE = [
  ...["ZV-0000", "nothing", "0", "-1", "null", "undefined", "%00", "%20", "a%2Fb"],
  ...["'%20OR%201=1--", "%F0%9F%A6%81", "constructor", "__proto__", "x".repeat(60)],
];

test.each(NOWHERE)("has no order with the id %j", async (id) => {
  anOrder();
  anAnimal();

  const order = await call("GET /order/{id}", { as: "owner", params: { id } });
  const moved = await call("PATCH /order/{id}/status", {
    as: "owner",
    params: { id },
    body: { status: "paid" },
  });
  const animal = await call("GET /animal/{id}", { params: { id } });

  expect([order.status, order.body.message]).toEqual([404, "Order not found"]);
  expect([moved.status, moved.body.message]).toEqual([404, "Order not found"]);
  expect([animal.status, animal.body.message]).toEqual([404, "Animal not found"]);
});

describe("the catalogue", () => {
  test("returns an animal's public fields only", async () => {
    const { id, createdAt } = anAnimal({ imageUrl: "/photos/tiger.webp" });

    const { status, body } = await call("GET /animal/{id}", { params: { id } });

    expect(status).toBe(200);
    const at = new Date(createdAt).toISOString();
    expect(body.data).toEqual({
      _id: id,
      name: "Bengal tiger",
      title: "Tiger",
      category: "Mammals",
      description: "A large striped cat of the forests of India.",
      imageUrl: "/photos/tiger.webp",
      createdAt: at,
      updatedAt: at,
    });
    expect((await listAnimals()).body.data.items).toEqual([body.data]);
  });

  test("sorts names and categories by letters, whatever their case and accents", async () => {
    const names = ["Elephant", "Álvaro", "ox", "Øryx", "apple", "Élan", "Zebra", "Eagle"];
    for (const name of names) anAnimal({ name, category: name });
    const sorted = ["Álvaro", "apple", "Eagle", "Élan", "Elephant", "Øryx", "ox", "Zebra"];

    for (const sort of ["name", "category"]) {
      const { body } = await listAnimals({ sort });
      expect(body.data.items.map(({ name }: { name: string }) => name)).toEqual(sorted);
    }
    expect(animalCategories()).toEqual(sorted);
    for (const name of names) {
      anAdmin({ name });
      sendMessage({ name, email: "", subject: "", body: "?" });
    }
    for (const line of ["GET /message", "GET /admin/admins"] as const) {
      const { body } = await call(line, { as: "owner", query: { sort: "name", limit: "50" } });
      const listed = body.data.items.map(({ name }: { name: string }) => name);
      expect(listed.filter((name: string) => names.includes(name))).toEqual(sorted);
    }
  });

  test("sorts by allowed fields, and lists them in the error", async () => {
    const ids = ["Cobra", "Ape", "Bear"].map((name) => anAnimal({ name }).id);

    expect(idsIn(await listAnimals({ sort: "name" }))).toEqual([ids[1], ids[2], ids[0]]);
    expect(idsIn(await listAnimals({ sort: "-name" }))).toEqual([ids[0], ids[2], ids[1]]);
    expect(idsIn(await listAnimals({ sort: "createdAt" }))).toEqual(ids);
    for (const sort of ["searchText", "image_id", "name,secret"]) {
      const { status, body } = await listAnimals({ sort });
      expect(status).toBe(400);
      expect(body.message).toMatch(/createdAt/);
      expect(body.message).toMatch(/name/);
    }
  });

  test.each<{ query: Query; shows: object }>([
    { query: { page: "abc" }, shows: { page: 1, limit: 12 } },
    { query: { page: "-1", limit: "0" }, shows: { page: 1, limit: 1 } },
    { query: { limit: "1e9" }, shows: { page: 1, limit: 500 } },
    { query: { limit: "x" }, shows: { page: 1, limit: 12 } },
    { query: { limit: "4", sort: "-createdAt" }, shows: { page: 1, limit: 4 } },
  ])("$query is parsed as $shows", async ({ query, shows }) => {
    anAnimal();

    const { status, body } = await listAnimals(query);

    expect(status).toBe(200);
    expect(body.data.pagination).toEqual({ total: 1, pages: 1, ...shows });
  });
});
