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
