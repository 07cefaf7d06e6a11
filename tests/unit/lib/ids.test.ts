import { describe, expect, test } from "vitest";
import { createId, encodeBase32, randomBase32 } from "~/lib/ids.server";
import { orderNumber } from "~/features/orders/orders.server";
import { normalizeCode } from "~/features/tickets/ticket-code";
import { randomFrom } from "../../support/data/random";

/** What can be told from one another however it is read aloud: no I, L, O, and no U. */
const CLEAR = /^[0-9A-HJKMNP-TV-Z]+$/;
const MANY = 100_000;

describe("a code", () => {
  test("uses all letters except similar ones", () => {
    const text = randomBase32(20_000);

    expect(text).toHaveLength(20_000);
    expect(text).toMatch(CLEAR);
    expect(new Set(text).size).toBe(32);
  });

  test.each([1, 2, 5, 7, 16, 20, 26])("has exactly %i letters", (length) => {
    expect(randomBase32(length)).toHaveLength(length);
  });

  test("is unique among a hundred thousand", () => {
    const codes = new Set(Array.from({ length: MANY }, () => randomBase32(20)));

    expect(codes.size).toBe(MANY);
  });

  test("is evenly distributed", () => {
    const counts = new Map<string, number>();
    for (const letter of randomBase32(320_000)) {
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }

    expect(Math.max(...counts.values())).toBeLessThan(11_000);
    expect(Math.min(...counts.values())).toBeGreaterThan(9_000);
  });
});

describe("an id", () => {
  test("is unique among a hundred thousand of one millisecond", () => {
    const now = Date.now();

    const ids = new Set(Array.from({ length: MANY }, () => createId(now)));

    expect(ids.size).toBe(MANY);
  });

  test("rises with time", () => {
    const random = randomFrom(3);
    const instants = Array.from({ length: 1_000 }, () => random.whole(0, 4e12)).toSorted(
      (a, b) => a - b,
    );

    const ids = [...new Set(instants)].map((at) => createId(at));

    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids.map((id) => id.length))).toEqual(new Set([26]));
    for (const id of ids) expect(id).toMatch(CLEAR);
  });
});

describe("a typed code", () => {
  test.each([
    ["0123-4567-89AB", "0123456789AB"],
    [" 0123 4567\t89ab\n", "0123456789AB"],
    ["oOiIlL", "001111"],
    ["zv-7f3k", "ZV7F3K"],
    ["", ""],
    [" - - ", ""],
  ])("%j is read as %j", (typed, read) => {
    expect(normalizeCode(typed)).toBe(read);
  });

  test("leaves a normalized code unchanged", () => {
    for (let at = 0; at < 1_000; at += 1) {
      const code = randomBase32(20);

      expect(normalizeCode(code)).toBe(code);
      expect(normalizeCode(code.toLowerCase().replace(/(.{4})/g, "$1-"))).toBe(code);
    }
  });
});

describe("a number in base 32", () => {
  test("is unique and rises with the number", () => {
    const written = Array.from({ length: 5_000 }, (_, at) => encodeBase32(at, 4));

    expect(written.toSorted()).toEqual(written);
    expect(new Set(written).size).toBe(5_000);
    expect([encodeBase32(0, 4), encodeBase32(31, 1), encodeBase32(32, 1)]).toEqual([
      "0000",
      "Z",
      "10",
    ]);
  });

  test("makes an order number", () => {
    expect(orderNumber(1)).toMatch(/^ZV-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(Array.from({ length: 5_000 }, (_, at) => orderNumber(at + 1))).size).toBe(5_000);
  });
});
