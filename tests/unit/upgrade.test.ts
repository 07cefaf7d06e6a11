import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findProblems } from "db/backup.server";
import {
  migrate,
  MIGRATIONS,
  LATEST_VERSION,
  schemaVersion,
  type Migration,
} from "db/migrate.server";
import { chainHash } from "~/features/audit/hash-chain.server";
import { sampled } from "../support/data/random";
import { fill, RENAMED_COLUMNS } from "../support/filled-database";

let folder: string;
let sqlite: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "zoo-upgrade-"));
  sqlite = new Database(join(folder, "zoo.db"));
});
afterEach(() => {
  sqlite.close();
  rmSync(folder, { recursive: true, force: true });
});

const STEPS = readdirSync("db/migrations").toSorted();
/** From which somebody may upgrade. */
const VERSIONS = sampled(STEPS.slice(0, -1).map((_, at) => at + 1));
const made = (version: number) => {
  sqlite.exec("BEGIN");
  for (const step of STEPS.slice(0, version)) {
    sqlite.exec(readFileSync(join("db/migrations", step), "utf8"));
  }
  sqlite.pragma(`user_version = ${version}`);
  sqlite.exec("COMMIT");
};
const shape = (database: Database.Database) =>
  database.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all();

describe("an upgrade", () => {
  test.each(VERSIONS)(
    "from version %i creates a verified backup first and reaches the newest schema",
    (version) => {
      made(version);
      const before = shape(sqlite);
      const fresh = new Database(":memory:");
      migrate(fresh);

      let kept = "";
      const versions: number[] = [];
      migrate(sqlite, (copy) => {
        kept = copy;
        versions.push(schemaVersion(sqlite)); // told before anything is changed
      });

      expect([...versions, schemaVersion(sqlite)]).toEqual([version, LATEST_VERSION]);
      expect(shape(sqlite)).toEqual(shape(fresh));
      expect(findProblems(kept)).toEqual([]);
      const copy = new Database(kept, { readonly: true });
      expect([schemaVersion(copy), shape(copy)]).toEqual([version, before]);
      copy.close();
      migrate(sqlite, () => expect.fail("a second copy"));
    },
  );

  test("sets the owed flag of orders whose refund was outstanding", () => {
    made(10);
    const add = sqlite.prepare(`
      INSERT INTO orders (id, visit_date, visit_slot, contact_name, contact_email, subtotal_paise, total_paise,
        payment_method, status, status_reason, ticket_count, adult_count, held_until, created_at, updated_at, placed_on)
      VALUES (?, '2026-11-30', 'morning', 'Asha', 'a@example.org', 2000, 2000, 'upi', ?, ?, 1, 1, 1, 1, 1, '2026-11-24')`);
    const log = sqlite.prepare(`
      INSERT INTO audit (at, actor_name, action, target, before, hash) VALUES (@at, @actorName, @action, @target, @before, @hash)`);
    let last = "";
    const old = (id: string, status: string, reason: string, ...befores: string[]) => {
      add.run(id, status, reason);
      for (const before of befores) {
        const change = { action: "order.status", target: `order ${id}`, at: 1, actorName: "Ravi" };
        const row = { ...change, before: JSON.stringify({ status: before }) };
        last = chainHash(last, { ...row, actorId: null, after: null });
        log.run({ ...row, hash: last });
      }
    };
    old("asked", "refunded", "You asked for your money back", "pending", "paid");
    old("given", "refunded", "", "pending", "paid");
    old("paid", "cancelled", "", "pending", "paid");
    old("unpaid", "cancelled", "Not paid in time", "pending");
    old("refunded first", "cancelled", "", "pending", "paid", "refunded");

    migrate(sqlite);

    const owed = sqlite.prepare("SELECT id FROM orders WHERE refund_due = 1 ORDER BY seq").pluck();
    expect(owed.all()).toEqual(["asked", "paid"]);
  });

  test("by another process at the same time is not repeated", () => {
    made(1);
    const other = new Database(sqlite.name);
    migrate(sqlite, () => migrate(other));

    expect([schemaVersion(sqlite), schemaVersion(other)]).toEqual([LATEST_VERSION, LATEST_VERSION]);
    other.close();
  });

  test("makes its backup readable by the owner of the files only", () => {
    made(1);
    let kept = "";
    migrate(sqlite, (copy) => (kept = copy));
    expect([statSync(kept).mode & 0o777, statSync(dirname(kept)).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
  });

  test("creates no backup of a new database", () => {
    migrate(sqlite, () => expect.fail("a copy"));
    expect(readdirSync(folder)).not.toContain("backups");
  });

  test("that fails in a later migration is rolled back completely", () => {
    made(1);
    sqlite.exec("CREATE TABLE gate_scans (mine)"); // in the way of step 5
    const before = shape(sqlite);
    expect(() => migrate(sqlite)).toThrow("gate_scans already exists");
    expect([schemaVersion(sqlite), shape(sqlite)]).toEqual([1, before]);
  });

  test("that fails removes its backup and reports this", () => {
    made(1);
    let kept = "";
    const fillUp = (copy: string) => {
      kept = copy;
      sqlite.pragma("max_page_count = 1"); // no page beyond those that there are
    };
    expect(() => migrate(sqlite, fillUp)).toThrow(
      "the upgrade failed, which changed nothing, and the copy is removed: database or disk is full",
    );
    expect(kept).toContain("before-upgrade-1-");
    expect([schemaVersion(sqlite), readdirSync(join(folder, "backups"))]).toEqual([1, []]);
  });

  test("that fails with a disk error leaves its backup", () => {
    made(1);
    const failing = () => {
      throw Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_WRITE" });
    };
    vi.spyOn(sqlite, "exec").mockImplementation(failing);
    expect(() => migrate(sqlite)).toThrow(/^disk I\/O error$/);
    expect(readdirSync(join(folder, "backups"))).toHaveLength(1);
  });

  test("removes unfinished backups of interrupted starts", () => {
    made(1);
    mkdirSync(join(folder, "backups"));
    const left = ["before-upgrade-1-20261120T060000Z.db.part", "by-hand.db.part"];
    for (const name of left) writeFileSync(join(folder, "backups", name), "");
    let kept = "";
    migrate(sqlite, (copy) => (kept = copy));
    expect(readdirSync(join(folder, "backups")).toSorted()).toEqual([basename(kept), left[1]]);
  });

  test("does not start without a verified backup", () => {
    made(1);
    writeFileSync(join(folder, "backups"), "in the way");
    expect(() => migrate(sqlite)).toThrow("no copy could be made before the upgrade: ");
    expect(schemaVersion(sqlite)).toBe(1);

    rmSync(join(folder, "backups"));
    sqlite.exec("INSERT INTO held_places VALUES ('2030-01-01', 'morning', 3)");
    expect(() => migrate(sqlite)).toThrow("the copy is not sound: 1 slots hold other places");
    expect([schemaVersion(sqlite), readdirSync(join(folder, "backups"))]).toEqual([1, []]);
  });
});

/** Schema versions of which a migration changes rows on purpose in databases made before. */
const ADDS_ROWS: Record<string, number> = { held_places: 6 };
const REMOVES_ROWS: Record<string, number> = {
  stale_order_words: 14,
  words_to_rewrite: 14,
  sales_of_all_days: 14,
  order_search_queue: 14,
  search_purge_queue: 14,
  sales_totals: 14,
};
const RENAMES: Record<string, string> = Object.assign(
  {},
  ...MIGRATIONS.map((each) => each.renames),
);

type Row = Record<string, unknown>;
const all = <Item>(sql: string, ...values: unknown[]) =>
  sqlite.prepare(sql).all(...values) as Item[];
const rowsOf = (table: string) => all<Row>(`SELECT * FROM ${table}`);
const counters = () => all<Row>("SELECT name, seq FROM sqlite_sequence ORDER BY name");

/** All rows by table, without those of the search indexes. */
function contents() {
  const tables = all<{ name: string }>(
    "SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' ORDER BY name",
  ).filter(({ name }) => !name.startsWith("sqlite_"));
  return new Map(tables.map(({ name }) => [name, rowsOf(name)]));
}
const state = () => ({
  version: schemaVersion(sqlite),
  shape: shape(sqlite),
  contents: contents(),
  counters: counters(),
});
const filled = (version: number) => {
  made(version);
  sqlite.transaction(() => fill(sqlite, version))();
};
const withColumnsOf = (known: Row, row: Row) =>
  Object.fromEntries(
    Object.keys(known).map((column) => {
      const name = column in row ? column : (RENAMED_COLUMNS[column] ?? column);
      return [column, row[name]];
    }),
  );
/** By type since migration 20: its own test compares them. */
const MOVED_COLUMNS = [
  ...["adult_count", "child_count", "senior_count"],
  ...["adults", "children", "seniors"],
];

/** Migration 18 counts anew which places are taken in slots that people came to. */
const RECOUNTED = ["held_places", "slot_occupancy"];

const checks = () => ({
  integrity: sqlite.pragma("integrity_check", { simple: true }),
  dangling: sqlite.pragma("foreign_key_check"),
  foreignKeys: sqlite.pragma("foreign_keys", { simple: true }),
});
const SOUND = { integrity: "ok", dangling: [], foreignKeys: 1 };

const insertOrder = (method: string, id = "ZV-NEW") =>
  sqlite
    .prepare(
      `INSERT INTO orders (id, visit_date, visit_slot, contact_name, contact_email, subtotal_paise, total_paise,
         payment_method, ticket_count, expires_at, created_at, updated_at, placed_on)
       VALUES (?, '2026-12-24', 'morning', 'Asha', 'a@example.org', 2000, 2000, ?, 1, 1, 1, 1, '2026-11-30')`,
    )
    .run(id, method);

describe.each(VERSIONS)("a filled database of version %i", (version) => {
  beforeEach(() => filled(version));

  test("has the same rows, counters and search results after the upgrade", () => {
    const before = contents();
    const numbers = counters();
    expect([...before].filter(([, rows]) => rows.length < 2)).toEqual([]);
    migrate(sqlite);

    for (const [table, rows] of before) {
      if (version < (REMOVES_ROWS[table] ?? 0)) continue;
      const known = rows[0] ?? {};
      for (const row of rows) for (const column of MOVED_COLUMNS) delete row[column];
      if (RECOUNTED.includes(table)) for (const row of rows) delete row.held;
      const after = rowsOf(RENAMES[table] ?? table).map((row) => withColumnsOf(known, row));
      if (version < (ADDS_ROWS[table] ?? 0)) expect(after).toEqual(expect.arrayContaining(rows));
      else expect([table, after]).toEqual([table, rows]);
    }
    expect(checks()).toEqual(SOUND);
    const after = new Map(counters().map(({ name, seq }) => [name, seq]));
    for (const { name, seq } of numbers) {
      expect([name, after.get(RENAMES[String(name)] ?? name)]).toEqual([name, seq]);
    }
    expect(insertOrder("upi").lastInsertRowid).toBe(38); // 37 was deleted
    const found = (index: string, word: string) =>
      all<Row>(`SELECT rowid FROM ${index} WHERE ${index} MATCH ?`, word).length;

    expect(found("animal_words", "tiger")).toBe(rowsOf("animals").length);
    expect(found("message_search", "elephants")).toBe(rowsOf("messages").length);
    expect(found("order_search", "status : paid")).toBe(
      rowsOf("orders").filter(({ status }) => status === "paid").length,
    );
  });
});

test("every figure by type is the same after the upgrade", () => {
  filled(19);
  const before = all<Row>(
    `SELECT day, status, sum(adults) AS adult, sum(children) AS child, sum(seniors) AS senior
     FROM sales GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  migrate(sqlite);

  const sum = (type: string) =>
    `coalesce(sum(quantity) FILTER (WHERE ticket_type = '${type}'), 0) AS ${type}`;
  const after = all<Row>(
    `SELECT day, status, ${["adult", "child", "senior"].map(sum).join(", ")}
     FROM sales_by_type GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  expect(before.length).toBeGreaterThan(1);
  expect(after).toEqual(before);
});

test("counts orders of a new payment method in the sales", () => {
  filled(11);
  migrate(sqlite);
  const sold = () =>
    all<Row>(
      "SELECT status, orders, paise FROM sales WHERE payment_method = 'netbanking' ORDER BY status",
    );

  insertOrder("netbanking", "ZV-A");
  insertOrder("netbanking", "ZV-B");
  insertOrder("netbanking", "ZV-C");
  sqlite.exec("UPDATE orders SET status = 'paid' WHERE id = 'ZV-A'");

  expect(sold()).toEqual([
    { status: "paid", orders: 1, paise: 2000 },
    { status: "pending", orders: 2, paise: 4000 },
  ]);

  sqlite.exec("DELETE FROM orders WHERE id = 'ZV-A'");
  expect(sold()[0]).toEqual({ status: "paid", orders: 0, paise: 0 });
});

test("version 12 removes enum checks and changes no other constraint", () => {
  const definitions = () =>
    all<{ type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE sql IS NOT NULL AND name <> 'sales_new' ORDER BY type, name`,
    ).map(({ type, name, sql }) => [name, type === "table" ? normalized(sql) : sql]);
  const normalized = (sql: string) =>
    sql
      .replace(/--.*$/gm, "")
      .replace(/\s+/g, " ")
      .replace(/"(\w+)"/g, "$1")
      .replace(/ ?([(),]) ?/g, "$1");
  const withoutEnums = (sql: unknown) => String(sql).replace(/ CHECK\(\w+ IN\('[^)]*\)\)/g, "");
  made(11);
  const before = definitions();
  migrate(sqlite, () => {}, MIGRATIONS.slice(0, 12));

  expect(before.filter(([, sql]) => sql !== withoutEnums(sql))).toHaveLength(14);
  expect(definitions()).toEqual(before.map(([name, sql]) => [name, withoutEnums(sql)]));
});

describe("a further migration", () => {
  const upgradeWith = (migration: Migration) =>
    migrate(sqlite, () => {}, [...MIGRATIONS, migration]);
  beforeEach(() => {
    filled(11);
    migrate(sqlite);
  });

  /** SQLite's standard procedure: create, copy, drop and rename, then create indexes and triggers again. */
  function rebuildOrders() {
    const objects = all<{ type: string; name: string; tbl_name: string; sql: string }>(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql LIKE '%orders%'",
    );
    const table = objects.find(({ type, name }) => type === "table" && name === "orders");
    const indexes = objects.filter((each) => each.type === "index" && each.tbl_name === "orders");
    const triggers = objects.filter(({ type }) => type === "trigger");
    return [
      ...triggers.map(({ name }) => `DROP TRIGGER ${name}`),
      table?.sql.replace('"orders"', "new_orders"),
      "INSERT INTO new_orders SELECT * FROM orders",
      "DELETE FROM sqlite_sequence WHERE name = 'new_orders'",
      "INSERT INTO sqlite_sequence SELECT 'new_orders', seq FROM sqlite_sequence WHERE name = 'orders'",
      "DROP TABLE orders",
      "ALTER TABLE new_orders RENAME TO orders",
      ...[...indexes, ...triggers].map(({ sql }) => sql),
    ].join(";\n");
  }

  test("rebuilds orders without losing items, tickets or counters", () => {
    const before = state();
    upgradeWith({ sql: rebuildOrders() });

    expect(state()).toEqual({ ...before, version: LATEST_VERSION + 1 });
    expect(checks()).toEqual(SOUND);
  });

  test("may rename a table that it declares", () => {
    const before = rowsOf("capacity_overrides");
    const sql = "ALTER TABLE capacity_overrides RENAME TO closed_days";
    upgradeWith({ sql, renames: { capacity_overrides: "closed_days" } });

    expect(rowsOf("closed_days")).toEqual(before);
  });

  test("may delete rows of a table that it declares", () => {
    upgradeWith({ sql: "DELETE FROM capacity_overrides", changesRows: ["capacity_overrides"] });

    expect(rowsOf("capacity_overrides")).toEqual([]);
  });

  test.each<[string, RegExp, Migration]>([
    ["drops a table", /migration \d+ drops the table orders/, { sql: "DROP TABLE orders" }],
    [
      "deletes rows",
      /changes the number of rows in tickets from \d+ to 0/,
      { sql: "DELETE FROM tickets" },
    ],
    [
      "renames a table without declaring it",
      /drops the table capacity_overrides/,
      { sql: "ALTER TABLE capacity_overrides RENAME TO closed_days" },
    ],
    [
      "lowers an AUTOINCREMENT counter",
      /lowers the AUTOINCREMENT counter of orders/,
      { sql: "UPDATE sqlite_sequence SET seq = 1 WHERE name = 'orders'" },
    ],
    [
      "leaves a dangling foreign key",
      /\d+ rows violate a foreign key/,
      { sql: "UPDATE sessions SET admin_id = 'nobody'" },
    ],
  ])("that %s is rolled back", (_, message, migration) => {
    const before = state();

    expect(() => upgradeWith(migration)).toThrow(message);

    expect(state()).toEqual(before);
    expect(checks()).toEqual(SOUND);
  });
});

test("does not lower the version that a newer process has set", () => {
  made(11);
  const newer = () => void sqlite.pragma(`user_version = ${LATEST_VERSION + 1}`);

  expect(() => migrate(sqlite, newer)).toThrow("newer version");
  expect(schemaVersion(sqlite)).toBe(LATEST_VERSION + 1);
});

test.each([
  ["as long as backups are", "24", 3],
  ["for a week where there are no backups", "0", 7],
])("an upgrade backup is retained %s and then deleted", async (_, hours, most) => {
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("BACKUP_HOURS", hours);
  vi.stubEnv("BACKUP_KEEP", "3");
  vi.resetModules();
  const { backupDays, prunePreMigrationBackups } =
    await import("~/features/maintenance/scheduled-backups.server");
  mkdirSync(join(folder, "backups"));
  const now = Date.now();
  const names = [most - 1, most + 1].map((days) => {
    const name = `before-upgrade-1-2026112${days}T060000Z.db`;
    writeFileSync(join(folder, "backups", name), "");
    utimesSync(join(folder, "backups", name), now / 1000, now / 1000 - days * 86_400);
    return name;
  });
  prunePreMigrationBackups(now);
  vi.unstubAllEnvs();

  expect(backupDays()).toBe(most);
  expect(readdirSync(join(folder, "backups"))).toEqual([names[0]]);
});
