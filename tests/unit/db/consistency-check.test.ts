import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  assertOwnDatabase,
  findInconsistencies,
} from "~/features/maintenance/consistency-check.server";

let folder: string;
const path = (name: string) => join(folder, name);

/** A zoo after a season, on a disk. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "zoo-sound-"));
  const kept = globalThis as { zooDatabase?: unknown };
  const inMemory = kept.zooDatabase;
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("DEMO_DATA", "full");
  vi.resetModules();
  delete kept.zooDatabase;
  const { startApp } = await import("~/start.server");
  const { recordAudit } = await import("~/features/audit/record-audit.server");
  const { transaction: inTransaction } = await import("~/lib/write-transaction.server");
  const zoo = startApp();
  for (const order of [1, 2, 3]) {
    inTransaction((tx) =>
      recordAudit(tx, "site", { action: "order.expire", target: `order ${order}` }),
    );
  }
  await zoo.close();
  kept.zooDatabase = inMemory;
  vi.unstubAllEnvs();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PAID = "(SELECT min(seq) FROM orders WHERE status = 'paid')";
const UNUSED =
  "(SELECT min(order_seq) FROM tickets GROUP BY order_seq HAVING count(used_at) = 0 AND count(voided_at) = 0 ORDER BY order_seq LIMIT 1)";

test("a database after a season is consistent", () =>
  expect(findInconsistencies(path("zoo.db"))).toEqual([]));

test("accepts void tickets beside valid ones of an order paid again", () => {
  copyFileSync(path("zoo.db"), path("paid-again.db"));
  new Database(path("paid-again.db"))
    .exec(
      `INSERT INTO tickets (code, order_seq, number, ticket_type, issued_at, voided_at)
       SELECT 'VOID-' || code, order_seq, number, ticket_type, issued_at, issued_at
       FROM tickets WHERE order_seq = ${PAID}`,
    )
    .close();
  expect(findInconsistencies(path("paid-again.db"))).toEqual([]);
});

test("neither checks nor restores a database of a newer version", () => {
  copyFileSync(path("zoo.db"), path("newer.db"));
  const database = new Database(path("newer.db"));
  database.pragma("user_version = 999");
  database.close();
  const words = "it was made by a newer version of Zoo Verse";
  expect(findInconsistencies(path("newer.db"))).toEqual([words]);
  expect(() => assertOwnDatabase(path("newer.db"))).toThrow(words);
});

test("accepts a database that is written to during the check", () => {
  copyFileSync(path("zoo.db"), path("open.db"));
  const site = new Database(path("open.db"));
  const write = site.prepare(
    "INSERT INTO audit (at, actor_name, action, target, hash) VALUES (1, 'site', 'order.expire', 'order 4', '')",
  );
  const prepare = Object.getOwnPropertyDescriptor(Database.prototype, "prepare")!
    .value as typeof site.prepare;
  const beforeTheEnd = vi.spyOn(Database.prototype, "prepare").mockImplementation(function (
    this: Database.Database,
    sql: string,
  ) {
    if (sql.includes("sqlite_sequence")) write.run();
    return prepare.call(this, sql);
  });
  const found = findInconsistencies(path("open.db"));
  beforeTheEnd.mockRestore();
  expect(site.prepare("SELECT count(*) FROM audit WHERE hash = ''").pluck().get()).toBe(1);
  expect(found).toEqual([]);
});

test.each([
  [
    `DROP TRIGGER order_items_no_update;
     UPDATE order_items SET quantity = quantity + 1 WHERE order_seq = ${PAID} AND ticket_type = 'adult'`,
    "1 orders whose number of people differs from their items",
  ],
  [
    `UPDATE orders SET subtotal_paise = subtotal_paise + 1, total_paise = total_paise + 1 WHERE seq = ${PAID}`,
    "1 orders whose price differs from their items",
  ],
  [
    "UPDATE sales SET paise = paise + 1 WHERE day = (SELECT min(day) FROM sales)",
    /^\d sums in the reports that differ/,
  ],
  [
    `DELETE FROM tickets WHERE order_seq = ${UNUSED}`,
    "1 paid orders with the wrong number of tickets",
  ],
  [
    `UPDATE tickets SET order_seq = (SELECT seq FROM orders WHERE status = 'cancelled' LIMIT 1), number = 99
     WHERE code = (SELECT code FROM tickets WHERE order_seq = ${UNUSED} LIMIT 1)`,
    "1 orders that are not paid but have valid tickets",
  ],
  [
    "UPDATE slot_occupancy SET held = held + 1 WHERE visit_slot = 'morning'",
    /^\d+ slots hold other places/,
  ],
  [
    "DROP TRIGGER audit_no_update; UPDATE audit SET target = 'order 9' WHERE id = 2",
    "the audit log was altered: record 2 does not follow from the one before",
  ],
  [
    "DROP TRIGGER audit_no_delete; DELETE FROM audit WHERE id = 3",
    "the audit log was altered: its end is missing",
  ],
])("detects %s", (sql, said) => {
  copyFileSync(path("zoo.db"), path("altered.db"));
  new Database(path("altered.db")).exec(sql).close();
  expect(findInconsistencies(path("altered.db"))).toContainEqual(
    typeof said === "string" ? said : expect.stringMatching(said),
  );
});
