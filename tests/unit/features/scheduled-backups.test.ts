import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { beforeEach, expect, test, vi } from "vitest";
import { findProblems } from "db/backup.server";
import type * as Backups from "~/features/maintenance/scheduled-backups.server";
import { asStaff } from "../../support/data/factories";
import { siteOnDisk } from "../../support/site/site-on-disk";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-11-21T06:00:00Z");
const owner = asStaff({ id: "1", name: "Asha Rao", email: "asha@zoo.test", role: "owner" });

let dataDir: string;
let backups: typeof Backups;
let site: Database;
const made = () => readdirSync(join(dataDir, "backups")).toSorted();

beforeEach(async () => {
  const disk = await siteOnDisk({ BACKUP_HOURS: "6", BACKUP_KEEP: "3" });
  ({ dataDir, site } = disk);
  backups = await import("~/features/maintenance/scheduled-backups.server");
  return disk.close;
});

/** The zoo's first day is that of its first account. */
const begunAt = (at: number) =>
  site.exec(
    `INSERT INTO admins (id, name, email, password_hash, role, created_at, updated_at)
     VALUES ('1', 'Asha Rao', 'asha@zoo.test', '', 'owner', ${at}, ${at})`,
  );

test("makes the first at once, the next when due", async () => {
  expect(backups.backupState(owner, NOW)).toEqual({ newest: null, isOverdue: false });

  await backups.runBackupIfDue(NOW);
  expect(made()).toEqual(["zoo-20261121T060000Z.db"]);
  expect(findProblems(join(dataDir, "backups", made()[0]!))).toEqual([]);
  expect(backups.newestBackup()).toEqual({ at: NOW, bytes: expect.any(Number) });

  expect(backups.runBackupIfDue(NOW + 6 * HOUR - 1)).toBeUndefined();
  await backups.runBackupIfDue(NOW + 6 * HOUR);
  expect(made()).toHaveLength(2);
});

test("deletes only the oldest backups", async () => {
  mkdirSync(join(dataDir, "backups"));
  writeFileSync(join(dataDir, "backups", "before the move.db"), "kept by hand");
  for (let day = 0; day < 5; day += 1) await backups.runBackupIfDue(NOW + day * 24 * HOUR);
  expect(made()).toEqual([
    "before the move.db",
    "zoo-20261123T060000Z.db",
    "zoo-20261124T060000Z.db",
    "zoo-20261125T060000Z.db",
  ]);
});

test("a backup dated in the future does not count", async () => {
  const [ahead, justAhead] = ["zoo-20281122T000000Z.db", "zoo-20261124T060200Z.db"];
  mkdirSync(join(dataDir, "backups"));
  writeFileSync(join(dataDir, "backups", ahead), "");
  expect(backups.newestBackup(NOW)).toBeNull();
  expect(backups.futureDatedBackups(NOW)).toEqual([ahead]);
  for (let day = 0; day < 4; day += 1) await backups.runBackupIfDue(NOW + day * 24 * HOUR);
  expect(made(), "it is none of those that are kept either").toEqual([
    "zoo-20261122T060000Z.db",
    "zoo-20261123T060000Z.db",
    "zoo-20261124T060000Z.db",
    ahead,
  ]);
  writeFileSync(join(dataDir, "backups", justAhead), "");
  expect(
    backups.futureDatedBackups(NOW + 72 * HOUR),
    "a clock is set a little now and then",
  ).toEqual([ahead]);
});

test("logs each backup, and one dated in the future", async () => {
  const { runBackup } = await import("~/features/maintenance/jobs.server");
  mkdirSync(join(dataDir, "backups"));
  writeFileSync(join(dataDir, "backups", "zoo-29991122T000000Z.db"), "");
  const told = vi.fn();
  const news = vi.fn();
  await runBackup(told, news);
  await runBackup(told, news);
  const [name] = made();
  const line = new RegExp(`^Backed up to ${name}, and checked: \\d+ bytes in \\d+\\.\\d s$`);
  expect(news).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(line));
  expect(told).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining("dated in the future"),
    "zoo-29991122T000000Z.db",
  );
});

test("is overdue without any backup, and delays the retry", async () => {
  begunAt(NOW);
  const at = (ms: number) => backups.backupState(owner, NOW + ms);
  expect([at(12 * HOUR), at(12 * HOUR + 1)]).toEqual([
    { newest: null, isOverdue: false },
    { newest: null, isOverdue: true },
  ]);
  const { metricsSnapshot } = await import("~/features/maintenance/metrics-snapshot.server");
  expect(metricsSnapshot(NOW + HOUR).backupAgeSeconds).toBe(3_600);

  writeFileSync(join(dataDir, "backups"), "in the way");
  await expect(backups.runBackupIfDue(NOW)).rejects.toThrow();
  expect(backups.runBackupIfDue(NOW + 60_000)).toBeUndefined();
  rmSync(join(dataDir, "backups"));
  await backups.runBackupIfDue(NOW - 48 * HOUR); // the clock was wrong, and is set
  expect(made()).toHaveLength(1);
});

test("removes leftovers, but not during a backup", async () => {
  const left = [
    "before-upgrade-1-20261120T060000Z.db.part",
    "zoo-20261101T000000Z.db.part-journal",
  ];
  mkdirSync(join(dataDir, "backups"));
  for (const name of [...left, "by-hand.db.part"])
    writeFileSync(join(dataDir, "backups", name), "");
  const running = backups.runBackupIfDue(NOW);
  backups.removePartialBackups();
  expect(made()).toEqual(expect.arrayContaining(left));
  await running;
  backups.removePartialBackups();
  expect(made()).toEqual(["by-hand.db.part", "zoo-20261121T060000Z.db"]);
});

test("maintenance removes leftovers and old upgrade copies", async () => {
  const old = join(dataDir, "backups", "before-upgrade-1-20261020T060000Z.db");
  mkdirSync(join(dataDir, "backups"));
  for (const file of [old, `${old}.part`]) writeFileSync(file, "");
  utimesSync(old, 0, 0);
  const { runJobs } = await import("~/features/maintenance/jobs.server");

  await runJobs(vi.fn());

  expect(made()).toEqual([]);
});

test("without scheduled backups none is overdue", async () => {
  begunAt(NOW);
  vi.stubEnv("BACKUP_HOURS", "0");
  vi.resetModules();
  const off = await import("~/features/maintenance/scheduled-backups.server");
  expect([off.lastBackupOrFirstUse(NOW), off.backupState(owner, NOW)]).toEqual([null, null]);
  expect(off.runBackupIfDue(NOW)).toBeUndefined();
});

test("backups do not overlap", async () => {
  const running = [backups.runBackupIfDue(NOW), backups.runBackupIfDue(NOW + 60_000)];
  expect(running[1]).toBe(running[0]);
  await running[0];
  expect(made()).toHaveLength(1);
});

test("a failed backup leaves older ones and delays the retry", async () => {
  await backups.runBackupIfDue(NOW);
  site.exec(
    "INSERT INTO slot_occupancy (visit_date, visit_slot, held) VALUES ('2030-01-01', 'morning', 3)",
  );
  const later = NOW + 7 * HOUR;

  await expect(backups.runBackupIfDue(later)).rejects.toThrow("the copy is not sound");
  expect(made()).toEqual(["zoo-20261121T060000Z.db"]);
  expect(backups.runBackupIfDue(later + 60_000)).toBeUndefined();
  site.exec("DELETE FROM slot_occupancy");
  await backups.runBackupIfDue(later + HOUR);
  expect(made()).toHaveLength(2);
});

test("owners see the newest, overdue after twice the interval", async () => {
  await backups.runBackupIfDue(NOW);
  const at = (ms: number) => backups.backupState(owner, NOW + ms)!.isOverdue;
  expect([at(HOUR), at(12 * HOUR), at(12 * HOUR + 1)]).toEqual([false, false, true]);
  for (const role of ["admin", "editor"] as const) {
    expect(() => backups.backupState({ ...owner, role })).toThrow("Forbidden: insufficient role");
  }
});

test.each([
  ["cannot be taken", { code: "EMFILE" }, "could not be checked", true],
  ["cannot read the disk", { code: "SQLITE_IOERR_READ" }, "restore a backup", false],
  ["finds some", {}, "restore a backup", false],
])("an integrity check that %s is logged; only damage stops writes", async (...looked) => {
  const [, about, said, writes] = looked;
  const failure = Object.assign(new Error("row 7 missing from index"), about);
  vi.doMock(import("db/backup-worker.client.server"), async (actual) => ({
    ...(await actual()),
    checkInWorker: () => Promise.reject(failure),
  }));
  const { checkIntegrity } = await import("~/features/maintenance/jobs.server");
  const { isWritable } = await import("db/read-only.server");
  const told = vi.fn();

  await checkIntegrity(told);

  expect(told).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(said), failure);
  expect(isWritable()).toBe(writes);
  vi.doUnmock("db/backup-worker.client.server");
});

test("a started site checks integrity and recalculates days", async () => {
  const checkInWorker = vi.fn(() => Promise.resolve(undefined));
  vi.doMock(import("db/backup-worker.client.server"), async (actual) => ({
    ...(await actual()),
    checkInWorker,
  }));
  const { startJobs } = await import("~/features/maintenance/jobs.server");
  vi.doUnmock("db/backup-worker.client.server");
  const zone = site.prepare("SELECT value FROM settings WHERE name = 'sales_timezone'").pluck();

  const stop = startJobs(vi.fn(), vi.fn());

  await vi.waitFor(() => expect(zone.get()).toMatch(/^Asia\//), 10_000);
  await vi.waitFor(() => expect(checkInWorker).toHaveBeenCalledWith(site.name), 10_000);
  expect(checkInWorker).toHaveBeenCalledTimes(1);
  stop();
});

test("a damaged file becomes read-only and is reported", async () => {
  const { checkIntegrity } = await import("~/features/maintenance/jobs.server");
  const { transaction: inTransaction } = await import("~/lib/write-transaction.server");
  const { isWritable } = await import("db/read-only.server");
  const told = vi.fn();
  await checkIntegrity(told);
  expect([isWritable(), told.mock.calls]).toEqual([true, []]);

  site.pragma("wal_checkpoint(TRUNCATE)");
  writeFileSync(site.name, Buffer.alloc(4096, 0xa5), { flag: "r+" }); // stands for a disk that forgets
  await checkIntegrity(told);

  expect(told).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining("restore a backup"),
    expect.any(Error),
  );
  expect(isWritable()).toBe(false);
  expect(() => inTransaction((tx) => tx.run("DELETE FROM messages"))).toThrow(
    "Nothing can be saved right now",
  );
});

test("reports a disk that is almost full", async () => {
  const disk = { bsize: 4_096, bavail: (64 * 1024 * 1024) / 4_096 };
  vi.doMock(import("node:fs"), async (actual) => ({
    ...(await actual()),
    statfsSync: (() => disk) as never,
  }));
  const { readinessProblems } = await import("~/features/maintenance/readiness.server");
  vi.doUnmock("node:fs");

  expect(readinessProblems()).toEqual([]);
  disk.bavail -= 1;
  expect(readinessProblems()).toEqual(["the disk is almost full"]);
});
