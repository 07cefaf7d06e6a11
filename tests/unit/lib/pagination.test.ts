import { describe, expect, test } from "vitest";
import { DomainError } from "~/lib/errors";
import { enumList, paginationQuery, toPage } from "~/lib/pagination.schema";
import { parseInput } from "~/lib/parse-input";

const Animals = paginationQuery(["createdAt", "name"], 12);
const read = (query: Record<string, string>) => parseInput(Animals, query);

test("a list defaults to its first page, newest first", () => {
  expect(read({})).toEqual({
    page: 1,
    limit: 12,
    q: "",
    sort: [{ field: "createdAt", descending: true }],
  });
});

test.each([
  ["1", 1],
  ["3", 3],
  ["0", 1],
  ["-2", 1],
  ["abc", 1],
  ["", 1],
  [" 2 ", 2],
  ["NaN", 1],
  ["Infinity", 1],
])("page %j is page %i", (page, number) => {
  expect(read({ page }).page).toBe(number);
});

test.each([
  ["1", 1],
  ["500", 500],
  ["501", 500],
  ["1e9", 500],
  ["0", 1],
  ["-7", 1],
  ["abc", 12],
  ["", 12],
])("limit %j is %i", (limit, number) => {
  expect(read({ limit }).limit).toBe(number);
});

describe("sort", () => {
  test.each([
    ["name", [{ field: "name", descending: false }]],
    ["-name", [{ field: "name", descending: true }]],
    [
      "-createdAt,name",
      [
        { field: "createdAt", descending: true },
        { field: "name", descending: false },
      ],
    ],
    [
      " name , -createdAt ",
      [
        { field: "name", descending: false },
        { field: "createdAt", descending: true },
      ],
    ],
    [
      "-name,createdAt,name,-name,-createdAt",
      [
        { field: "name", descending: true },
        { field: "createdAt", descending: false },
      ],
    ],
    ["", []],
  ])("%j", (sort, parsed) => {
    expect(read({ sort }).sort).toEqual(parsed);
  });

  test.each(["password", "-", "--name", "name desc", "NAME", "name,password", "toString"])(
    "%j names what is allowed",
    (sort) => {
      expect(() => read({ sort })).toThrowError(
        expect.objectContaining({
          code: "invalid",
          message: expect.stringMatching(/createdAt.*name/),
        }),
      );
    },
  );

  test("many invalid fields are one error", () => {
    expect(() => read({ sort: "x,".repeat(4_000) })).toThrowError(
      expect.objectContaining({ issues: [{ path: "sort", message: expect.any(String) }] }),
    );
  });
});

describe("choices", () => {
  const Status = enumList("status", ["pending", "paid", "cancelled"]);

  test.each([
    ["paid", ["paid"]],
    ["paid,pending", ["pending", "paid"]],
    [" paid , ,paid", ["paid"]],
    ["", []],
    [",", []],
  ])("%j are %j", (text, chosen) => {
    expect(parseInput(Status, text).toSorted()).toEqual(chosen.toSorted());
  });

  test("that do not exist are rejected with the valid ones", () => {
    expect(() => parseInput(Status, "paid,zzz")).toThrowError(DomainError);
    expect(() => parseInput(Status, "PAID")).toThrowError(/pending.*paid.*cancelled/);
  });
});

test.each([
  [0, 20, 1],
  [1, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
  [45, 20, 3],
  [3, 1, 3],
])("%i in pages of %i fill %i", (total, limit, pages) => {
  expect(toPage(total, 1, limit)).toEqual({ total, page: 1, limit, pages });
});
