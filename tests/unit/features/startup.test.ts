import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { startApp } from "~/start.server";

const kept = globalThis as {
  zooDatabase?: { sqlite: { close(): void }; lock?: { close(): void } };
};
const inMemory = kept.zooDatabase;

type Logger = NonNullable<NonNullable<Parameters<typeof startApp>[0]>["logger"]>;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "zoo-opening-"));
  vi.stubEnv("DATA_DIR", dataDir);
});
afterEach(() => {
  closed();
  kept.zooDatabase = inMemory;
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A site on a disk, as a process that starts opens it. */
async function opened() {
  vi.resetModules();
  delete kept.zooDatabase;
  const { openDatabase } = await import("db/connection.server");
  openDatabase();
  const { sqlite } = await import("db/connection.server");
  const { startApp } = await import("~/start.server");
  return {
    sqlite,
    start: (logger: Partial<Logger> = {}) =>
      startApp({ logger: { error() {}, info() {}, print() {}, ...logger } }),
  };
}

function closed() {
  if (kept.zooDatabase === inMemory) return;
  kept.zooDatabase?.sqlite.close();
  kept.zooDatabase?.lock?.close();
}

const modes = () =>
  ["zoo.db", "zoo.db-wal", "zoo.db-shm"].map((name) => statSync(join(dataDir, name)).mode & 0o777);
const ALONE = [0o600, 0o600, 0o600];

test("loading the entry module opens no database and sets no time zone", async () => {
  vi.resetModules();
  delete kept.zooDatabase;
  vi.stubEnv("TZ", "UTC");
  vi.stubGlobal("zooServer", true);
  await import("~/entry.server");
  vi.unstubAllGlobals();
  expect([kept.zooDatabase, process.env.TZ, readdirSync(dataDir)]).toEqual([undefined, "UTC", []]);
});

test("the database is private in a shared folder", async () => {
  chmodSync(dataDir, 0o755);
  const { sqlite } = await opened();
  sqlite.pragma("user_version");
  expect(modes()).toEqual(ALONE);
});

test("trims the folder's name", async () => {
  vi.stubEnv("DATA_DIR", ` ${dataDir} `);
  const { sqlite } = await opened();
  const { env } = await import("~/env.server");
  expect([sqlite.name, env.DATA_DIR]).toEqual([join(dataDir, "zoo.db"), dataDir]);
});

test("prints the first owner's sign-in after storing it", async () => {
  const { sqlite, start } = await opened();
  const told: unknown[] = [];
  const owners = () => sqlite.prepare("SELECT count(*) FROM admins").pluck().get();
  const app = start({
    print: (line) => void told.push([line, sqlite.inTransaction, owners()]),
  });
  await app.close();
  closed();

  expect(told).toEqual([
    ["The owner signs in at /login as owner@zooverse.example", false, 1],
    [expect.stringMatching(/^with the password \S{12} \(shown only now\)$/), false, 1],
  ]);
  expect(app.messages).toEqual([]);
});

test("until the first sign-in, explains how to reset the password", async () => {
  const linesOf = async () => {
    const { start } = await opened();
    const app = start();
    await app.close();
    closed();
    return app.messages;
  };
  await linesOf();
  expect(await linesOf()).toEqual([
    "Staff sign in at /login",
    "To set a new password: npm run zoo -- reset-password owner@zooverse.example",
  ]);
  const database = new Database(join(dataDir, "zoo.db"));
  database.exec(
    "INSERT INTO sessions (id, admin_id, created_at, last_seen_at, expires_at) SELECT 's', id, 0, 0, 0 FROM admins",
  );
  database.close();
  expect(await linesOf()).toEqual(["Staff sign in at /login"]);
});

test.each([
  [{}, []],
  [{ SMTP_URL: "smtp://mail.test", PUBLIC_URL: "https://zoo.test" }, []],
  [{ SMTP_URL: "smtp://mail.test" }, ["link to http://localhost:3000", "no-reply@localhost"]],
  [{ SMTP_URL: "smtp://mail.test", MAIL_FROM: "a@zoo.test" }, ["link to http://localhost:3000"]],
])("%j: a start warns of wrong URLs in mails", async (env, warnings) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { start } = await opened();
  const app = start();
  await app.close();
  expect(app.messages).toEqual(warnings.map((words) => expect.stringContaining(words)));
});

test.each([
  ["0", ["set REPLICA_RETENTION_DAYS"]],
  ["2", []],
])("a start with REPLICA_RETENTION_DAYS=%s looks for Litestream", async (days, warnings) => {
  vi.stubEnv("REPLICA_RETENTION_DAYS", days);
  mkdirSync(join(dataDir, ".zoo.db-litestream"));
  const { start } = await opened();
  const app = start();
  await app.close();
  expect(app.messages).toEqual(warnings.map((words) => expect.stringContaining(words)));
});

test("stops cleanly with a full disk", async () => {
  const { sqlite, start } = await opened();
  const told = vi.fn();
  const app = start({ error: told });
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  const pragma = sqlite.pragma.bind(sqlite);
  vi.spyOn(sqlite, "pragma").mockImplementation((text, options) => {
    if (text.startsWith("wal_checkpoint")) throw full;
    return pragma(text, options);
  });

  await app.close();

  expect(told).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("log is kept"), full);
  expect(sqlite.open).toBe(false);
});

test("makes a readable database private", async () => {
  const { sqlite } = await opened();
  sqlite.exec("INSERT INTO settings (name, value) VALUES ('note', '')");
  const names = ["zoo.db", "zoo.db-wal", "zoo.db-shm"];
  for (const name of names) chmodSync(join(dataDir, name), 0o644);
  kept.zooDatabase?.lock?.close(); // as after a crash: the log stays

  const again = await opened();
  again.sqlite.pragma("user_version");
  expect(modes()).toEqual(ALONE);
  sqlite.close();
});
