import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { db } from "db/connection.server";
import { audit, orders, priceRules, promoCodes, slotOccupancy, ticketTypes } from "db/schema";
import { transaction } from "db/transaction.server";
import { createOrder, insertOrder } from "~/features/orders/create-order.server";
import { editOrder } from "~/features/orders/edit-order.server";
import { EditOrder, PlaceOrder } from "~/features/orders/order.schema";
import { savePriceRule } from "~/features/tariff/change-price-rules.server";
import { savePromo } from "~/features/tariff/change-promos.server";
import { saveTicketType, ticketTypeVersion } from "~/features/tariff/change-ticket-types.server";
import { findPromo } from "~/features/tariff/promo-codes.server";
import { priceOf, type PromoTerms, type Tariff } from "~/features/tariff/tariff";
import { publicTariff } from "~/features/tariff/tariff.server";
import { PriceRuleInput, PromoInput, TicketTypeInput } from "~/features/tariff/tariff.schema";
import { anAdmin, anOrder, anOrderBody, asStaff, tomorrow } from "../../support/data/factories";

const owner = () => asStaff(anAdmin({ role: "owner" }));

const ticket = (changes: Record<string, string> = {}) =>
  TicketTypeInput.parse({
    ...{ label: "Student", price: "12", kind: "ticket", active: "on", mostPerOrder: "10" },
    ...changes,
  });
const rule = (changes: Record<string, unknown> = {}) =>
  PriceRuleInput.parse({
    ...{ name: "Season", ticketTypes: [], slots: [], weekdays: [0, 1, 2, 3, 4, 5, 6] },
    ...{ sets: "price", price: "30", active: "on" },
    ...changes,
  });
const promo = (changes: Record<string, unknown> = {}) =>
  PromoInput.parse({
    ...{ code: "FEST", gives: "percent", percent: "50", ticketTypes: [] },
    ...{ weekdays: [0, 1, 2, 3, 4, 5, 6], active: "on" },
    ...changes,
  });
const book = (changes: Record<string, unknown> = {}) =>
  transaction((tx) => insertOrder(tx, PlaceOrder.parse({ ...anOrderBody(), ...changes }))).order;
const one = (ticketType: string, quantity = 1) => ({ ticketType, quantity });

describe("a ticket type", () => {
  test("is sold from the next request on, and takes a place", () => {
    const id = saveTicketType(owner(), ticket());

    const order = book({ items: [one(id, 2)] });

    expect([id, order.totalPaise, order.ticketCount]).toEqual(["student", 2400, 2]);
  });

  test("that is an extra takes no place and cannot come alone", () => {
    const camera = saveTicketType(owner(), ticket({ label: "Camera", kind: "extra", price: "50" }));

    const order = book({ items: [one("adult"), one(camera, 3)] });

    expect([order.totalPaise, order.ticketCount]).toEqual([17_000, 1]);
    expect(PlaceOrder.safeParse({ ...anOrderBody(), items: [one(camera)] }).success).toBe(false);
  });

  test("with a stock is sold so often in a slot, and again once an order is cancelled", () => {
    const bike = saveTicketType(owner(), ticket({ label: "Bike", kind: "extra", slotStock: "3" }));
    const order = book({ items: [one("adult"), one(bike, 2)] });

    expect(() => book({ items: [one("adult"), one(bike, 2)] })).toThrowError("Only 1 of Bike left");
    book({ visitSlot: "evening", items: [one("adult"), one(bike, 2)] });
    transaction((tx) => tx.update(orders).set({ status: "cancelled" }).run());
    expect(book({ items: [one("adult"), one(bike, 3)] }).id).not.toBe(order.id);
  });

  test("that needs an adult is booked with one only", () => {
    saveTicketType(owner(), {
      ...ticket({ label: "Child", price: "10", needsAdult: "on" }),
      id: "child",
    });
    const booking = (items: object[]) => PlaceOrder.safeParse({ ...anOrderBody(), items });

    expect(booking([one("child")]).error?.issues[0]?.message).toBe(
      "Child needs somebody older in the same booking",
    );
    expect(booking([one("child"), one("senior")]).success).toBe(true);
  });

  test("for the counter is for staff only", () => {
    const id = saveTicketType(owner(), ticket({ label: "Counter", counterOnly: "on" }));
    const booking = PlaceOrder.parse({ ...anOrderBody(), items: [one(id)] });
    const place = (isStaff: boolean) => () =>
      transaction((tx) =>
        insertOrder(tx, booking, undefined, {
          isStaff,
          isLimited: false,
          network: "",
          channel: "web" as const,
        }),
      );

    expect(place(false)).toThrowError("Counter is not sold here");
    expect(place(true)().order.totalPaise).toBe(1200);
  });

  test("stays what it is once it is sold, and something stays for adults to book", () => {
    anOrder();
    const adult = { ...ticket({ label: "Adult", kind: "extra" }), id: "adult" };
    expect(() => saveTicketType(owner(), adult)).toThrowError("It has been sold");

    for (const id of ["child", "senior"])
      saveTicketType(owner(), { ...ticket({ label: id, active: "" }), id });
    const off = { ...ticket({ label: "Adult", active: "" }), id: "adult" };
    expect(() => saveTicketType(owner(), off)).toThrowError("at least one ticket");
  });

  test("is not saved over somebody else's change, nor by an admin, and is audited", () => {
    const seen = ticketTypeVersion("adult");
    saveTicketType(owner(), { ...ticket({ label: "Adult", price: "25" }), id: "adult" }, seen);

    const again = { ...ticket({ label: "Adult", price: "26" }), id: "adult" };
    expect(() => saveTicketType(owner(), again, seen)).toThrowError("Someone else has changed");
    const admin = asStaff(anAdmin({ role: "admin" }));
    expect(() => saveTicketType(admin, again)).toThrowError();
    const entry = db.select().from(audit).all().at(-1)!;
    expect([
      entry.action,
      JSON.parse(entry.before!).pricePaise,
      JSON.parse(entry.after!).pricePaise,
    ]).toEqual(["ticket-type.edit", 2000, 2500]);
  });
});

describe("a price rule", () => {
  test("sets the price of the visits it fits, and its name stays in the order", () => {
    const day = tomorrow();
    savePriceRule(
      owner(),
      rule({ name: "Festival", ticketTypes: ["adult"], firstDay: day, lastDay: day }),
    );
    savePriceRule(owner(), rule({ name: "Later", sets: "percent", percent: "150" }));

    const { lines } = book({ items: [one("adult"), one("child")] });

    expect(lines).toMatchObject([
      { ticketType: "adult", unitPricePaise: 3000, ruleName: "Festival" },
      { ticketType: "child", unitPricePaise: 1500, ruleName: "Later" },
    ]);
  });

  test("leaves the price of what is booked alone", () => {
    const order = book({ items: [one("adult")] });
    savePriceRule(owner(), rule());

    const changes = EditOrder.parse({ items: [one("adult", 2), one("child")] });
    const { lines } = editOrder(owner(), order.id, changes);

    expect(lines.map(({ unitPricePaise }) => unitPricePaise)).toEqual([2000, 3000]);
  });

  test.each([
    [{ firstDay: "2026-08-03", lastDay: "2026-08-07", weekdays: [0, 6] }, "weekdays"],
    [{ weekdays: [] }, "weekdays"],
    [{ firstDay: "2026-08-07", lastDay: "2026-08-03" }, "lastDay"],
    [{ sets: "percent" }, "percent"],
    [{ price: "-1" }, "price"],
  ])("with %j has its error at %s", (changes, path) => {
    const paths = () => {
      try {
        savePriceRule(owner(), rule(changes));
        return [];
      } catch (error) {
        return (error as { issues: { path: unknown }[] }).issues.map((issue) => String(issue.path));
      }
    };
    expect(paths()).toContain(path);
  });
});

describe("a promo code", () => {
  test.each([
    [{ visitFrom: "2099-01-01" }, "It is for visits from 1 Jan 2099"],
    [{ saleTo: "2020-01-01" }, "It ended on 1 Jan 2020"],
    [{ least: "1000" }, "It needs tickets for at least ₹1,000"],
    [{ ticketTypes: ["senior"] }, "It is for other tickets"],
    [{ active: "" }, "It is no longer valid"],
  ])("with %j says %s", (changes, why) => {
    savePromo(owner(), promo(changes));

    expect(() => book({ promoCode: "fest" })).toThrowError(
      expect.objectContaining({
        message: "Promo code is not valid",
        issues: [
          { path: "promoCode", message: "Promo code is not valid" },
          { path: "promoCode", message: why },
        ],
      }),
    );
  });

  test("lowers only the tickets it is for, and never below zero", () => {
    savePromo(owner(), promo({ gives: "amount", amount: "15", ticketTypes: ["child"] }));

    expect(book({ promoCode: "FEST" })).toMatchObject({ discountPaise: 1000, totalPaise: 2000 });
  });

  test("of 100 uses is used 100 times by 500 at once, and an order that ends gives its use back", async () => {
    savePromo(owner(), promo({ uses: "100" }));
    const booking = (nth: number) =>
      PlaceOrder.parse({
        ...anOrderBody(),
        items: [one("adult")],
        promoCode: "FEST",
        contact: { name: "Asha", email: `asha${nth}@example.org` },
      });

    const placed = await Promise.allSettled(
      Array.from({ length: 500 }, (_, nth) => createOrder(booking(nth))),
    );

    expect(placed.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
    transaction((tx) => tx.update(orders).set({ status: "cancelled" }).run());
    expect((await createOrder(booking(501))).order.discountPaise).toBe(1000);
  });

  test("counts for each e-mail address, however it is written", () => {
    savePromo(owner(), promo({ usesPerEmail: "1" }));
    book({ promoCode: "FEST" });

    const contact = { name: "Asha", email: "ASHA@example.org" };
    expect(() => book({ promoCode: "FEST", contact })).toThrowError("Promo code is not valid");
    expect(book({ contact }).discountPaise).toBe(0);
  });
});

test("for any tariff the booking form and the server come to the same total", () => {
  const day = tomorrow();
  const list = (...ids: string[]) => fc.subarray(ids);
  const rules = fc.array(
    fc.record({
      ticketTypes: list("adult", "child", "senior", "camera"),
      slots: list("morning", "evening"),
      weekdays: fc.integer({ min: 1, max: 127 }),
      firstDay: fc.constantFrom("", day, "2099-01-01"),
      price: fc.oneof(
        fc.record({ pricePaise: fc.integer({ min: 0, max: 99_999 }), percent: fc.constant(null) }),
        fc.record({ pricePaise: fc.constant(null), percent: fc.integer({ min: 0, max: 300 }) }),
      ),
    }),
    { maxLength: 4 },
  );
  const counts = fc.record({
    adult: fc.integer({ min: 1, max: 10 }),
    child: fc.integer({ min: 0, max: 10 }),
    camera: fc.integer({ min: 0, max: 5 }),
  });
  const prices = fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 99_999 })));
  const discount = fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }), amountPaise: fc.constant(null) }),
    fc.record({ percent: fc.constant(null), amountPaise: fc.integer({ min: 1, max: 99_999 }) }),
  );
  fc.assert(
    fc.property(
      rules,
      counts,
      prices,
      discount,
      list("adult", "camera"),
      (all, cart, paise, off, on) => {
        transaction((tx) => {
          tx.delete(orders).run();
          tx.delete(slotOccupancy).run();
          tx.delete(priceRules).run();
          tx.delete(promoCodes).run();
          ["adult", "child", "senior", "camera"].forEach((id, at) => {
            const type = { label: id, pricePaise: paise[at]!, takesPlace: id !== "camera" };
            tx.insert(ticketTypes)
              .values({ id, position: at, ...type })
              .onConflictDoUpdate({ target: ticketTypes.id, set: type })
              .run();
          });
          all.forEach(({ price, ...each }, position) =>
            tx
              .insert(priceRules)
              .values({ ...each, ...price, position, name: `R${position}` })
              .run(),
          );
          tx.insert(promoCodes)
            .values({ code: "ANY", ...off, ticketTypes: on, createdAt: 0 })
            .run();
        });
        const visit = { visitDate: day, visitSlot: "morning" };
        const sent = JSON.parse(JSON.stringify([publicTariff(), findPromo("ANY")])) as [
          Tariff,
          PromoTerms,
        ];
        const applies = on.length === 0 || on.some((id) => cart[id as "adult" | "camera"] > 0);

        const shown = priceOf(sent[0], cart, visit, applies ? sent[1] : null);
        const items = Object.entries(cart).map(([id, quantity]) => one(id, quantity));
        const order = book({ ...visit, items, promoCode: applies ? "ANY" : "" });

        expect(order).toMatchObject({
          lines: shown.lines,
          totalPaise: shown.totalPaise,
          discountPaise: shown.discountPaise,
          ticketCount: shown.ticketCount,
        });
      },
    ),
    { numRuns: 60 },
  );
});
