import { describe, expect, test } from "vitest";
import { priceOf, type TicketCounts } from "~/features/tariff/tariff";
import { findPromo } from "~/features/tariff/promo-codes.server";
import { formatTickets, tariff } from "~/features/tariff/tariff.server";

const VISIT = { visitDate: "2026-08-05", visitSlot: "morning" };

const price = (counts: TicketCounts, code = "") =>
  priceOf(tariff(), counts, VISIT, findPromo(code));

const none = { adult: 0, child: 0, senior: 0 };

/** Every cart that the zoo sells: 0 to 10 of each type. */
const CARTS = Array.from({ length: 11 ** 3 }, (_, at) => ({
  adult: at % 11,
  child: Math.floor(at / 11) % 11,
  senior: Math.floor(at / 121),
}));

describe("prices", () => {
  test("an order costs its tickets, minus 10 % with ZOO10", () => {
    for (const cart of CARTS) {
      const rupees = 20 * cart.adult + 10 * cart.child + 15 * cart.senior;
      const tenth = Math.floor((rupees + 5) / 10); // halves up

      const plain = price(cart);
      const promoted = price(cart, "ZOO10");

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

  test("an empty order costs 0", () => {
    expect(price(none, "ZOO10")).toEqual({
      lines: [],
      ticketCount: 0,
      subtotalPaise: 0,
      discountPaise: 0,
      totalPaise: 0,
    });
  });

  test("lines are in price list order, without quantity 0", () => {
    const { lines } = price({ senior: 2, child: 0, adult: 1 });

    expect(lines).toEqual([
      { ticketType: "adult", quantity: 1, unitPricePaise: 2000, ruleName: "" },
      { ticketType: "senior", quantity: 2, unitPricePaise: 1500, ruleName: "" },
    ]);
    expect(formatTickets(lines)).toBe("1 adult, 2 senior");
  });
});
