import { expect, test } from "vitest";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { orderAccessKey } from "~/features/orders/orders.server";
import { findTicket } from "~/features/tickets/find-ticket.server";
import { anOrder, codesOf } from "../../support/data/factories";

const LETTERS = [..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"];

/** What differs from a code in one letter, its length or its order, or tries to leave the query. */
const closeTo = (code: string) => [
  ...[...code].flatMap((letter, at) =>
    LETTERS.filter((other) => other !== letter).map(
      (other) => code.slice(0, at) + other + code.slice(at + 1),
    ),
  ),
  ...[...code].map((_, at) => code.slice(0, at)),
  code.slice(1),
  code.slice(1) + code.charAt(0),
  code + code,
  [...code].reverse().join(""),
  `${code}é`,
  `${code.slice(0, -1)}%`,
  `${code.slice(0, -1)}' OR '1'='1`,
];

test("no ticket is found by a code close to a real one", () => {
  const [code = "", other] = codesOf(anOrder({ status: "paid" }).seq);
  expect(findTicket(code).code).toBe(code);

  for (const guess of closeTo(code).filter((each) => each !== other)) {
    expect(() => findTicket(guess), guess).toThrow(/Ticket not found|Missing code/);
  }
});

test("no order opens with a key close to a real one", () => {
  const [{ id }, other] = [anOrder(), anOrder()];
  const key = orderAccessKey(id);
  expect(findVisitorOrder(id, key).id).toBe(id);

  for (const guess of [...closeTo(key), orderAccessKey(other.id)]) {
    expect(() => findVisitorOrder(id, guess), guess).toThrow("Order not found");
  }
});

test("order numbers are sequential, so the key must be unguessable", () => {
  const keys = new Set(Array.from({ length: 1_000 }, (_, at) => orderAccessKey(`ZV-${at}`)));

  expect(keys.size).toBe(1_000);
  for (const key of keys) expect(key).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/); // 130 bits
});
