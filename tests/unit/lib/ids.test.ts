import { describe, expect, test } from "vitest";
import { createId, encodeBase32, randomBase32 } from "~/lib/ids.server";
import { orderNumber } from "~/features/orders/orders.server";
import { normalizeCode } from "~/features/tickets/ticket-code";

/** What can be told from one another however it is read aloud: no I, L, O, and no U. */
const CLEAR = /^[0-9A-HJKMNP-TV-Z]+$/;

describe("a code", () => {
  test("uses all letters except similar ones", () => {
    const text = randomBase32(20_000);

    expect(text).toMatch(CLEAR);
    expect(new Set(text).size).toBe(32);
  });

  test.each([1, 2, 5, 7, 16, 20, 26])("has exactly %i letters", (length) => {
    expect(randomBase32(length)).toHaveLength(length);
  });
});

describe("an id", () => {
  test("rises with time", () => {
    const ids = [0, 1, 31, 32, 1e9, 1e12, 4e12].map((at) => createId(at));

    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
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
