import { describe, expect, test } from "vitest";
import { sqlite } from "db/connection.server";
import { DomainError } from "~/lib/errors";
import { randomBase32 } from "~/lib/ids.server";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { orderAccessKey } from "~/features/orders/orders.server";
import { findTicket } from "~/features/tickets/find-ticket.server";
import { normalizeCode } from "~/features/tickets/ticket-code";
import { anOrder, codesOf } from "../../support/data/factories";
import { randomFrom, type Random } from "../../support/data/random";

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ODD = [
  "",
  " ",
  "%",
  "_",
  "*",
  "'",
  '"',
  "\u0000",
  "Ａ",
  "é",
  "-",
  "/t/",
  "?",
  "\u202e",
  "😀",
];

/** A code that is nearly right, or not at all: and never the code, however it is written. */
function mutated(code: string, random: Random): string {
  const at = random.whole(0, code.length - 1);
  const letter = random.oneOf([...LETTERS]);
  const put = (text: string, removed = 1) => code.slice(0, at) + text + code.slice(at + removed);
  const flipped = LETTERS[LETTERS.indexOf(code[at] ?? "0") ^ (1 << random.whole(0, 4))] ?? "0";
  const made = random.oneOf<() => string>([
    () => put(flipped),
    () => put(letter),
    () => put(letter, 0),
    () => put(""),
    () => put(random.oneOf(ODD)),
    () => code.slice(0, at),
    () => code.slice(at),
    () => code.slice(at) + code.slice(0, at),
    () => [...code].reverse().join(""),
    () => code + code,
    () => Buffer.from(code).toString("base64"),
    () => randomBase32(code.length),
    () => `${code.slice(0, -1)}' OR '1'='1`,
  ])();
  return normalizeCode(made) === code ? mutated(code, random) : made;
}

const isRefused = (work: () => unknown) => {
  try {
    work();
    return false;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code === "not_found" || error.code === "invalid";
  }
};

describe("guessing", { timeout: 120_000 }, () => {
  test("no ticket among 100,000 codes close to a real one", () => {
    const codes = [0, 1, 2].flatMap(() => codesOf(anOrder({ status: "paid" }).seq));
    const random = randomFrom(9);
    for (const code of codes) expect(findTicket(code).code).toBe(code);
    const before = sqlite.prepare("SELECT total_changes()").pluck().get();

    const taken = [];
    for (let at = 0; at < 100_000; at += 1) {
      const guess = mutated(random.oneOf(codes), random);
      if (!isRefused(() => findTicket(guess))) taken.push(guess);
    }

    expect(taken).toEqual([]);
    expect(sqlite.prepare("SELECT total_changes()").pluck().get()).toBe(before);
  });

  test("no order opens with 100,000 keys close to a real one", () => {
    const orders = [anOrder(), anOrder(), anOrder()].map(({ id }) => ({
      id,
      key: orderAccessKey(id),
    }));
    const random = randomFrom(10);
    for (const { id, key } of orders) expect(findVisitorOrder(id, key).id).toBe(id);

    const opened = [];
    for (let at = 0; at < 100_000; at += 1) {
      const { id, key } = random.oneOf(orders);
      const other = random.oneOf(orders.filter((order) => order.id !== id));
      const guess = random.chance(0.1) ? other.key : mutated(key, random);
      if (!isRefused(() => findVisitorOrder(id, guess))) opened.push([id, guess]);
    }

    expect(opened).toEqual([]);
  });

  test("order numbers are sequential, so the key must be unguessable", () => {
    const keys = new Set(Array.from({ length: 50_000 }, (_, at) => orderAccessKey(`ZV-${at}`)));

    expect(keys.size).toBe(50_000);
    for (const key of keys) expect(key).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/); // 130 bits
  });
});
