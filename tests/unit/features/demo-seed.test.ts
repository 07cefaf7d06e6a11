import { expect, test } from "vitest";
import { sqlite } from "db/connection.server";
import { transaction } from "db/transaction.server";
import { seedDemoHistory } from "~/features/startup/demo-seed.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { addDays } from "~/lib/dates";

const one = (query: string) => sqlite.prepare(query).pluck().get();

test("a full demo contains a plausible season", () => {
  const lines = transaction((tx) => seedDemoHistory(tx, "correct-horse-9"));

  expect(lines.join()).toContain("kabir.singh@zooverse.example");
  expect(one("SELECT count(*) FROM orders")).toBeGreaterThan(90 * 6);
  expect(one("SELECT min(placed_on) FROM orders")).toBe(addDays(toLocalDate(), -90));
  expect(one("SELECT count(DISTINCT status) FROM orders")).toBe(4);
  expect(one("SELECT count(*) FROM messages WHERE read = 0")).toBeGreaterThan(0);
  expect(one("SELECT count(DISTINCT role) FROM admins")).toBe(2);
  expect(one("SELECT count(*) FROM orders WHERE id NOT LIKE 'ZV-%'")).toBe(0);
  expect(one("SELECT count(*) FROM orders WHERE created_at > unixepoch() * 1000 + 999")).toBe(0);
  expect(
    one(
      "SELECT count(*) FROM orders a JOIN orders b ON b.seq = a.seq + 1 WHERE b.created_at < a.created_at",
    ),
    "numbers rise with time, by which a search sorts",
  ).toBe(0);
  expect(one("SELECT sum(held) FROM slot_occupancy"), "places are those of live orders").toBe(
    one("SELECT sum(ticket_count) FROM orders WHERE status IN ('pending', 'paid')"),
  );
  expect(one("SELECT count(*) FROM tickets"), "a ticket for each person who paid").toBe(
    one("SELECT sum(ticket_count) FROM orders WHERE status = 'paid'"),
  );
  expect(one("SELECT count(DISTINCT provider) FROM payments"), "by hand, UPI and online").toBe(3);
  expect(
    one(`SELECT count(*) FROM orders WHERE status = 'paid' AND total_paise <>
      (SELECT coalesce(sum(amount), 0) FROM payments WHERE order_seq = seq AND review = '')`),
  ).toBe(0);
  expect(one("SELECT count(*) FROM payments WHERE review <> ''"), "to reconcile").toBe(2);
  expect(one("SELECT count(*) FROM refunds WHERE state = 'failed'"), "to reconcile").toBe(1);
  expect(one("SELECT count(DISTINCT day) FROM payments")).toBeGreaterThan(85);
  expect(one("SELECT group_concat(number) FROM shifts WHERE closed_at <= unixepoch() * 1000")).toBe(
    "1,2,3",
  );
  expect(one("SELECT count(*) FROM payments WHERE shift_id IS NOT NULL")).toBeGreaterThan(0);
  expect(
    one(`SELECT count(*) FROM payments p JOIN shifts s ON s.id = p.shift_id
      WHERE p.recorded_by <> s.admin_id OR p.paid_at NOT BETWEEN s.opened_at AND s.closed_at`),
    "lines are of their shift",
  ).toBe(0);
  expect(one("SELECT sum(orders) FROM sales")).toBe(one("SELECT count(*) FROM orders"));
  expect(
    one("SELECT count(*) FROM tickets JOIN orders ON seq = order_seq WHERE used_at < created_at"),
  ).toBe(0);
  expect(one("SELECT count(*) FROM tickets WHERE used_at > unixepoch() * 1000")).toBe(0);
});
