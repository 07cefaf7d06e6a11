import { describe, expect, test } from "vitest";
import { isPromo, priceOf } from "~/features/orders/pricing";
import { formatTickets } from "~/features/orders/ticket-types";

const none = { adult: 0, child: 0, senior: 0 };

/** Every cart that the zoo sells: 0 to 10 of each type. */
const CARTS = Array.from({ length: 11 ** 3 }, (_, at) => ({
  adult: at % 11,
  child: Math.floor(at / 11) % 11,
  senior: Math.floor(at / 121),
}));

describe("prices", () => {
  test.each([
    { type: "adult", rupees: 20 },
    { type: "child", rupees: 10 },
    { type: "senior", rupees: 15 },
  ])("a ticket for one $type costs ₹$rupees", ({ type, rupees }) => {
    const { totalPaise, ticketCount } = priceOf({ ...none, [type]: 1 });

    expect([totalPaise, ticketCount]).toEqual([rupees * 100, 1]);
  });

  test("an order costs its tickets, minus 10 % with ZOO10", () => {
    for (const cart of CARTS) {
      const rupees = 20 * cart.adult + 10 * cart.child + 15 * cart.senior;
      const tenth = Math.floor((rupees + 5) / 10); // halves up

      const plain = priceOf(cart);
      const promoted = priceOf(cart, "ZOO10");

      const ticketCount = cart.adult + cart.child + cart.senior;
      expect(plain).toMatchObject({
        ticketCount,
        subtotalPaise: rupees * 100,
        discountPaise: 0,
        totalPaise: rupees * 100,
      });
      expect(promoted).toMatchObject({
        ticketCount,
        subtotalPaise: rupees * 100,
        discountPaise: tenth * 100,
        totalPaise: (rupees - tenth) * 100,
      });
    }
  });

  test.each([
    { rupees: 10, off: 1, cart: { ...none, child: 1 } },
    { rupees: 15, off: 2, cart: { ...none, senior: 1 } },
    { rupees: 25, off: 3, cart: { ...none, child: 1, senior: 1 } },
    { rupees: 35, off: 4, cart: { ...none, adult: 1, senior: 1 } },
    { rupees: 45, off: 5, cart: { ...none, senior: 3 } },
    { rupees: 450, off: 45, cart: { adult: 10, child: 10, senior: 10 } },
  ])("10 % of ₹$rupees is ₹$off, rounded half up", ({ rupees, off, cart }) => {
    const { subtotalPaise, discountPaise } = priceOf(cart, "zoo10 ");

    expect([subtotalPaise, discountPaise]).toEqual([rupees * 100, off * 100]);
  });

  test("an empty order costs 0", () => {
    expect(priceOf(none, "ZOO10")).toEqual({
      lines: [],
      ticketCount: 0,
      subtotalPaise: 0,
      discountPaise: 0,
      totalPaise: 0,
    });
  });

  test.each(["", null, undefined, "ZOO", "ZOO20", "10"])(
    "the code %j gives no discount",
    (code) => {
      expect(priceOf({ ...none, adult: 5 }, code).discountPaise).toBe(0);
    },
  );

  test.each(["ZOO10", "zoo10", " Zoo10\n", "zOO10\t"])("%j is the promo code", (typed) => {
    expect(isPromo(typed)).toBe(true);
  });

  test("lines are in price list order, without quantity 0", () => {
    const { lines } = priceOf({ senior: 2, child: 0, adult: 1 });

    expect(lines).toEqual([
      { ticketType: "adult", quantity: 1, unitPricePaise: 2000 },
      { ticketType: "senior", quantity: 2, unitPricePaise: 1500 },
    ]);
    expect(formatTickets(lines)).toBe("1 adult, 2 senior");
  });
});
