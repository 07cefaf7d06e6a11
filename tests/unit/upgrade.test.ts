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
import { problemsOf } from "db/backup.server";
import { migrate, NEWEST, versionOf } from "db/migrate.server";
import { chained } from "~/domain/audit/audit-seal.server";

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
const made = (version: number) => {
  for (const step of STEPS.slice(0, version)) {
    sqlite.exec(readFileSync(join("db/migrations", step), "utf8"));
  }
  sqlite.pragma(`user_version = ${version}`);
};
const shape = (database: Database.Database) =>
  database.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all();

describe("an upgrade", () => {
  test.each(STEPS.slice(0, -1).map((_, at) => at + 1))(
    "from version %i keeps a sound copy first, and ends where a new zoo begins",
    (version) => {
      made(version);
      const before = shape(sqlite);
      const fresh = new Database(":memory:");
      migrate(fresh);

      let kept = "";
      const versions: number[] = [];
      migrate(sqlite, (copy) => {
        kept = copy;
        versions.push(versionOf(sqlite)); // told before anything is changed
      });

      expect([...versions, versionOf(sqlite)]).toEqual([version, NEWEST]);
      expect(shape(sqlite)).toEqual(shape(fresh));
      expect(problemsOf(kept)).toEqual([]);
      const copy = new Database(kept, { readonly: true });
      expect([versionOf(copy), shape(copy)]).toEqual([version, before]);
      copy.close();
      migrate(sqlite, () => expect.fail("a second copy"));
    },
  );

  test("owes the money that the older version showed as still to be given back", () => {
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
        last = chained(last, { ...row, actorId: null, after: null });
        log.run({ ...row, hash: last });
      }
    };
    old("asked", "refunded", "You asked for your money back", "pending", "paid");
    old("given", "refunded", "", "pending", "paid");
    old("paid", "cancelled", "", "pending", "paid");
    old("unpaid", "cancelled", "Not paid in time", "pending");
    old("refunded first", "cancelled", "", "pending", "paid", "refunded");

    migrate(sqlite);

    const owed = sqlite.prepare("SELECT id FROM orders WHERE owed = 1 ORDER BY seq").pluck();
    expect(owed.all()).toEqual(["asked", "paid"]);
  });

  test("that another process makes meanwhile is not made twice", () => {
    made(1);
    const other = new Database(sqlite.name);
    migrate(sqlite, () => migrate(other));

    expect([versionOf(sqlite), versionOf(other)]).toEqual([NEWEST, NEWEST]);
    other.close();
  });

  test("keeps the copy for the owner of the files alone: it holds every visitor's address", () => {
    made(1);
    let kept = "";
    migrate(sqlite, (copy) => (kept = copy));
    expect([statSync(kept).mode & 0o777, statSync(dirname(kept)).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
  });

  test("keeps nothing of a new zoo, which has nothing to lose", () => {
    migrate(sqlite, () => expect.fail("a copy"));
    expect(readdirSync(folder)).not.toContain("backups");
  });

  test("that fails in a later step is taken back whole, so that the older version goes on", () => {
    made(1);
    sqlite.exec("CREATE TABLE gate_scans (mine)"); // in the way of step 5
    const before = shape(sqlite);
    expect(() => migrate(sqlite)).toThrow("gate_scans already exists");
    expect([versionOf(sqlite), shape(sqlite)]).toEqual([1, before]);
  });

  test("that fails leaves no copy to fill the disk of the version that goes on, and says so", () => {
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
    expect([versionOf(sqlite), readdirSync(join(folder, "backups"))]).toEqual([1, []]);
  });

  test("that meets a failing disk leaves its copy: it may be all that can be read", () => {
    made(1);
    const failing = () => {
      throw Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_WRITE" });
    };
    vi.spyOn(sqlite, "exec").mockImplementation(failing);
    expect(() => migrate(sqlite)).toThrow(/^disk I\/O error$/);
    expect(readdirSync(join(folder, "backups"))).toHaveLength(1);
  });

  test("removes what starts that were killed have copied so far", () => {
    made(1);
    mkdirSync(join(folder, "backups"));
    const left = ["before-upgrade-1-20261120T060000Z.db.part", "by-hand.db.part"];
    for (const name of left) writeFileSync(join(folder, "backups", name), "");
    let kept = "";
    migrate(sqlite, (copy) => (kept = copy));
    expect(readdirSync(join(folder, "backups")).toSorted()).toEqual([basename(kept), left[1]]);
  });

  test("is not begun where no sound copy can be made", () => {
    made(1);
    writeFileSync(join(folder, "backups"), "in the way");
    expect(() => migrate(sqlite)).toThrow("no copy could be made before the upgrade: ");
    expect(versionOf(sqlite)).toBe(1);

    rmSync(join(folder, "backups"));
    sqlite.exec("INSERT INTO held_places VALUES ('2030-01-01', 'morning', 3)");
    expect(() => migrate(sqlite)).toThrow("the copy is not sound: 1 slots hold other places");
    expect([versionOf(sqlite), readdirSync(join(folder, "backups"))]).toEqual([1, []]);
  });
});

test.each([
  ["as long as backups are", "24", 3],
  ["for a week where there are no backups", "0", 7],
])("a copy from before an upgrade is kept %s, and then forgotten", async (_, hours, most) => {
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("BACKUP_HOURS", hours);
  vi.stubEnv("BACKUP_KEEP", "3");
  vi.resetModules();
  const { backupDays, forgetOldUpgrades } = await import("~/domain/upkeep/backups.server");
  mkdirSync(join(folder, "backups"));
  const now = Date.now();
  const names = [most - 1, most + 1].map((days) => {
    const name = `before-upgrade-1-2026112${days}T060000Z.db`;
    writeFileSync(join(folder, "backups", name), "");
    utimesSync(join(folder, "backups", name), now / 1000, now / 1000 - days * 86_400);
    return name;
  });
  forgetOldUpgrades(now);
  vi.unstubAllEnvs();

  expect(backupDays()).toBe(most);
  expect(readdirSync(join(folder, "backups"))).toEqual([names[0]]);
});
