import { expect, test } from "vitest";
import { orderAccessKey } from "~/features/orders/orders.server";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { findTicket } from "~/features/tickets/find-ticket.server";
import { anOrder, codesOf } from "../../support/data/factories";

/** Each with one letter changed, left out or added; and what a search would match. */
const nearly = (code: string) => [
  ...[...code].flatMap((letter, at) => {
    const put = (text: string) => code.slice(0, at) + text + code.slice(at + 1);
    return [put(letter === "7" ? "8" : "7"), put(""), put(`${letter}7`), put("_")];
  }),
  ...[`${code.slice(0, -1)}%`, "%", "", [...code].reverse().join(""), code + code],
];
const refused = expect.objectContaining({ code: expect.stringMatching(/^(not_found|invalid)$/) });

test("no ticket opens with a code close to it", () => {
  const code = codesOf(anOrder({ status: "paid" }).seq)[0] ?? "";

  expect(findTicket(code).code).toBe(code);
  for (const guess of nearly(code)) expect(() => findTicket(guess), guess).toThrowError(refused);
});

test("no order opens with a key close to its own, or another's", () => {
  const [{ id }, other] = [anOrder(), anOrder()];
  const key = orderAccessKey(id);

  expect(findVisitorOrder(id, key).id).toBe(id);
  for (const guess of [...nearly(key), orderAccessKey(other.id)])
    expect(() => findVisitorOrder(id, guess), guess).toThrowError(refused);
});

test("order numbers are sequential, so the key must be unguessable", () => {
  const keys = new Set(Array.from({ length: 1_000 }, (_, at) => orderAccessKey(`ZV-${at}`)));

  expect(keys.size).toBe(1_000);
  for (const key of keys) expect(key).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/); // 130 bits
});
