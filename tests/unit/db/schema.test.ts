import Database from "better-sqlite3";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { sqlite } from "db/connection.server";
import { migrate } from "db/migrate.server";
import * as schema from "db/schema";

type ColumnInfo = {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
};
type ForeignKey = { table: string; from: string; to: string | null; on_delete: string };

const all = <Row>(sql: string, ...values: unknown[]) => sqlite.prepare(sql).all(...values) as Row[];
const tables = Object.values(schema).filter((each) => is(each, SQLiteTable));
const byName = new Map<string, SQLiteTable>(tables.map((table) => [getTableName(table), table]));
const kept = all<{ name: string; sql: string }>(
  `SELECT name, sqlite_schema.sql FROM sqlite_schema JOIN pragma_table_list USING (name)
   WHERE pragma_table_list.type = 'table' AND name NOT LIKE 'sqlite_%'`, // not the search index
);
const names = kept.map(({ name }) => name);

const columnsOf = (table: string) => all<ColumnInfo>(`PRAGMA table_info(${table})`);
/** Looked up only when a parent is deleted. */
const NEVER_DELETED = ["slots", "ticket_types"];
const foreignKeysOf = (table: string) => all<ForeignKey>(`PRAGMA foreign_key_list(${table})`);

/** The columns that each index, and the primary key, begins with. */
function leadingColumns(table: string) {
  const indexes = all<{ name: string; partial: number }>(`PRAGMA index_list(${table})`);
  const first = indexes
    .filter(({ partial }) => partial === 0)
    .map(({ name }) => all<{ name: string }>(`PRAGMA index_info(${name})`)[0]?.name);
  const key = columnsOf(table).find(({ pk }) => pk === 1)?.name;
  return [...first, key];
}

/** Columns in any order: one that a migration adds stands last. */
const sortedByName = <Column extends { name: string }>(columns: Column[]) =>
  columns.toSorted((a, b) => a.name.localeCompare(b.name));

const asText = (value: unknown) =>
  value === undefined || value === null
    ? null
    : typeof value === "string" || typeof value === "object"
      ? `'${typeof value === "string" ? value : JSON.stringify(value)}'`
      : String(Number(value));

test("the code declares exactly the tables of the database", () => {
  expect([...byName.keys()].toSorted()).toEqual(names.toSorted());
});

describe.each(names)("the table %s", (name) => {
  const table = byName.get(name);
  const known = table ? Object.values<SQLiteColumn>(getTableColumns(table)) : [];

  test("has the declared columns, types, constraints and defaults", () => {
    const keys = table ? getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns) : [];
    const inKey = (column: SQLiteColumn) => column.primary || keys.includes(column);

    const wanted = known.map((column) => ({
      name: column.name,
      type: column.getSQLType().toUpperCase(),
      needed: column.notNull,
      inKey: inKey(column),
      preset: asText(column.default),
    }));

    const found = columnsOf(name).map(({ type, notnull, pk, dflt_value, ...column }) => ({
      name: column.name,
      type,
      needed: notnull === 1 || pk > 0,
      inKey: pk > 0,
      preset: dflt_value,
    }));
    expect(sortedByName(found)).toEqual(sortedByName(wanted));
  });

  test("leaves the values of enums to the code", () => {
    const sql = kept.find((each) => each.name === name)?.sql ?? "";
    const enums = known.filter(({ enumValues }) => enumValues);

    for (const { name: column } of enums) expect(sql).not.toContain(`CHECK (${column} IN (`);
  });

  test("is STRICT", () => {
    const [info] = all<{ strict: number }>(
      "SELECT strict FROM pragma_table_list WHERE name = ?",
      name,
    );

    expect(info?.strict).toBe(1);
  });

  test("has an index for every foreign key", () => {
    const led = leadingColumns(name);

    const deletable = foreignKeysOf(name).filter(({ table: to }) => !NEVER_DELETED.includes(to));
    for (const { from } of deletable) expect(led).toContain(from);
  });

  test("has the declared foreign keys", () => {
    const wanted = table
      ? getTableConfig(table).foreignKeys.map((key) => {
          const { columns, foreignTable, foreignColumns } = key.reference();
          return {
            from: columns[0]?.name,
            table: getTableName(foreignTable),
            to: foreignColumns[0]?.name,
            on_delete: (key.onDelete ?? "no action").toUpperCase(),
          };
        })
      : [];

    const found = foreignKeysOf(name).map(({ from, table: other, to, on_delete }) => ({
      from,
      table: other,
      to,
      on_delete,
    }));

    const byColumn = (a: { from?: string }, b: { from?: string }) =>
      (a.from ?? "").localeCompare(b.from ?? "");
    expect(found.toSorted(byColumn)).toEqual(wanted.toSorted(byColumn));
  });
});

describe("migrating", () => {
  const shape = (database: Database.Database) =>
    database.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all();
  const version = (database: Database.Database) =>
    database.pragma("user_version", { simple: true });

  test("twice changes nothing", () => {
    const database = new Database(":memory:");
    migrate(database);
    const [once, number] = [shape(database), version(database)];
    database.prepare("INSERT INTO settings (name, value) VALUES ('hold_hours', '2')").run();

    migrate(database);

    expect(shape(database)).toEqual(once);
    expect(version(database)).toBe(number);
    expect(number).toBeGreaterThanOrEqual(1);
    expect(database.prepare("SELECT value FROM settings").pluck().get()).toBe("2");
  });

  test("rejects a newer database without changing it", () => {
    const database = new Database(":memory:");
    database.exec("CREATE TABLE future (x INTEGER) STRICT; PRAGMA user_version = 9999");

    expect(() => migrate(database)).toThrowError(/newer version/);

    expect(version(database)).toBe(9999);
    expect(shape(database)).toHaveLength(1);
  });

  test("that fails half way is rolled back", () => {
    const database = new Database(":memory:");
    database.exec("CREATE TABLE orders (in_the_way INTEGER) STRICT");

    expect(() => migrate(database)).toThrowError(/orders/);

    expect(version(database)).toBe(0);
    expect(shape(database)).toHaveLength(1);
  });
});

test.each([
  ["an order that was answered survives a power cut", "synchronous", 2],
  ["what is erased is not left in the file", "secure_delete", 1],
  ["the file brings no code of its own to run", "trusted_schema", 0],
])("%s: %s = %i", (_, name, value) => {
  expect(sqlite.pragma(name, { simple: true })).toBe(value);
});

describe("the database rejects", () => {
  const order = (changes: Record<string, unknown>) => {
    const row = {
      id: "ZV-1",
      visit_date: "2026-08-05",
      visit_slot: "morning",
      contact_name: "",
      contact_email: "asha@example.org",
      subtotal_paise: 3000,
      discount_paise: 300,
      total_paise: 2700,
      payment_method: "upi",
      ticket_count: 2,
      expires_at: 0,
      created_at: 0,
      updated_at: 0,
      ...changes,
    };
    const columns = Object.keys(row);
    return () =>
      sqlite
        .prepare(`INSERT INTO orders (${columns.join()}) VALUES (${columns.map(() => "?").join()})`)
        .run(...Object.values(row));
  };

  test("a valid order is accepted", () => {
    expect(order({})).not.toThrow();
  });

  test.each([
    { total_paise: 2699 },
    { total_paise: -1 },
    { discount_paise: -300, total_paise: 3300 },
    { discount_paise: 3001, total_paise: -1 },
    { subtotal_paise: 27.5 },
    { subtotal_paise: "3000 rupees" },
    { currency: "USD" },
    { visit_date: "5 Aug 2026" },
    { ticket_count: 0 },
    { ticket_count: 10_001 },
    { contact_email: null },
  ])("an order with %j", (changes) => {
    expect(order(changes)).toThrowError(/constraint|cannot store/i);
  });

  test("a negative number of reserved places", () => {
    expect(() =>
      sqlite.exec(
        "INSERT INTO slot_occupancy (visit_date, visit_slot, held) VALUES ('2026-08-05', 'morning', -1)",
      ),
    ).toThrowError(/constraint/i);
  });

  test("two valid tickets with the same number in one order", () => {
    order({})();
    const issue = (code: string, voidedAt: number | null) => () =>
      sqlite
        .prepare(
          `INSERT INTO tickets (code, order_seq, number, ticket_type, issued_at, voided_at)
           VALUES (?, (SELECT seq FROM orders WHERE id = 'ZV-1'), 1, 'adult', 0, ?)`,
        )
        .run(code, voidedAt);

    expect(issue("A", 5)).not.toThrow();
    expect(issue("B", null)).not.toThrow();
    expect(issue("C", null)).toThrowError(/UNIQUE/);
  });

  test("a ticket, item or key of a missing order", () => {
    for (const sql of [
      "INSERT INTO tickets (code, order_seq, number, ticket_type, issued_at) VALUES ('A', 999, 1, 'adult', 0)",
      "INSERT INTO order_items VALUES (999, 'adult', 1, 2000, '')",
      "INSERT INTO idempotency_keys VALUES ('api k', 'h', 999, 0)",
    ]) {
      expect(() => sqlite.exec(sql)).toThrowError(/FOREIGN KEY/);
    }
  });
});
