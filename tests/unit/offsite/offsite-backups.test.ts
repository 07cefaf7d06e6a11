import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { findProblems } from "db/backup.server";
import { fetchCopy } from "db/offsite/offsite-copies.server";
import { storeKey } from "db/offsite/backup-key.server";
import type * as Offsite from "~/features/maintenance/offsite-backups.server";
import type * as Backups from "~/features/maintenance/scheduled-backups.server";
import { asStaff } from "../../support/data/factories";
import { siteOnDisk } from "../../support/site/site-on-disk";

const HOUR = 3_600_000;
const MINUTE = 60_000;
const NOW = Date.parse("2026-11-21T06:00:00Z");
const owner = asStaff({ id: "1", name: "Asha Rao", email: "asha@zoo.test", role: "owner" });

let dataDir: string;
let there: string;
let backups: typeof Backups;
let offsite: typeof Offsite;
const told = vi.fn();
const news = vi.fn();

beforeEach(async () => {
  vi.clearAllMocks();
  there = mkdtempSync(join(tmpdir(), "zoo-there-"));
  const disk = await siteOnDisk({ BACKUP_HOURS: "6", BACKUP_KEEP: "2", BACKUP_TO: there });
  ({ dataDir } = disk);
  disk.site.exec(
    `INSERT INTO admins (id, name, email, password_hash, role, created_at, updated_at)
     VALUES ('1', 'Asha Rao', 'asha@zoo.test', '', 'owner', ${NOW - HOUR}, ${NOW})`,
  );
  backups = await import("~/features/maintenance/scheduled-backups.server");
  offsite = await import("~/features/maintenance/offsite-backups.server");
  return () => {
    disk.close();
    rmSync(there, { recursive: true, force: true });
  };
});

const send = (now: number) => offsite.sendBackupIfDue(now, told, news);
const copies = () => readdirSync(there).toSorted();
const local = () => readdirSync(join(dataDir, "backups")).toSorted();

test("sends each backup once, keeps as many as here, and each can be restored", async () => {
  await storeKey(dataDir);
  expect(send(NOW)).toBeUndefined();
  writeFileSync(join(there, "before the move.db.age"), "kept by hand");
  for (let day = 0; day < 3; day += 1) {
    await backups.runBackupIfDue(NOW + day * 24 * HOUR);
    await send(NOW + day * 24 * HOUR);
    expect(send(NOW + day * 24 * HOUR + HOUR)).toBeUndefined();
  }
  expect(told).not.toHaveBeenCalled();
  expect(copies()).toEqual([
    "before the move.db.age",
    "zoo-20261122T060000Z.db.age",
    "zoo-20261123T060000Z.db.age",
  ]);
  expect(news).toHaveBeenLastCalledWith(
    expect.stringMatching(/^Sent zoo-20261123T060000Z\.db to .*, encrypted, in [\d.]+ s$/),
  );
  expect(local()).toEqual(["zoo-20261122T060000Z.db", "zoo-20261123T060000Z.db"]);

  const to = join(dataDir, "back.db");
  const name = copies().at(-1) ?? "";
  await fetchCopy({ settings: offsite.storeSettings(), dataDir, name, to });
  expect(findProblems(to)).toEqual([]);
  expect(offsite.offsiteState(NOW + 49 * HOUR)?.newestAt).toBe(NOW + 48 * HOUR);
  expect(offsite.offsiteProblem(owner, NOW + 60 * HOUR)).toBeNull();
  expect(offsite.offsiteProblem(owner, NOW + 60 * HOUR + 1)).toMatchObject({ isOverdue: true });
});

test("what is half sent never counts as a copy", async () => {
  await storeKey(dataDir);
  await backups.runBackupIfDue(NOW);
  writeFileSync(join(there, "zoo-20261121T060000Z.db.age.part"), "half of it");
  await send(NOW);
  expect(copies()).toEqual(["zoo-20261121T060000Z.db.age"]);

  const name = "zoo-20261121T060000Z.db.age";
  truncateSync(join(there, name), 5_000);
  const to = join(dataDir, "back.db");
  const settings = offsite.storeSettings();
  await expect(fetchCopy({ settings, dataDir, name, to })).rejects.toThrow(
    "cannot be decrypted, because it is incomplete or was changed",
  );
  expect(readdirSync(dataDir).filter((each) => each.startsWith("back.db"))).toEqual([]);
});

test("a failure is told with its reason, breaks nothing, and is tried again after growing pauses", async () => {
  await backups.runBackupIfDue(NOW);
  await send(NOW);
  expect(told).toHaveBeenCalledExactlyOnceWith(
    "The off-site copy failed",
    expect.objectContaining({ message: expect.stringContaining("there is no key") }),
  );
  await storeKey(dataDir);
  rmSync(there, { recursive: true });
  let now = NOW;
  for (const minutes of [1, 5, 15, 60, 60]) {
    expect(send(now + minutes * MINUTE - 1), `after ${minutes} minutes`).toBeUndefined();
    now += (minutes + 1) * MINUTE;
    await send(now);
  }
  expect(told).toHaveBeenCalledTimes(6);
  expect(offsite.offsiteProblem(owner, now)).toMatchObject({
    newestAt: null,
    isOverdue: false,
    failure: { reason: `there is no folder ${there}; is its disk mounted?` },
  });
  expect(local()).toEqual(["zoo-20261121T060000Z.db"]);

  mkdirSync(there);
  await send(now + 61 * MINUTE);
  expect(offsite.offsiteProblem(owner, now)).toBeNull();
  expect(copies()).toEqual(["zoo-20261121T060000Z.db.age"]);
});

test("another place begins anew, and metrics count from its newest copy", async () => {
  const { metricsSnapshot } = await import("~/features/maintenance/metrics-snapshot.server");
  expect(metricsSnapshot(NOW).offsiteAgeSeconds).toBe(3_600);
  await storeKey(dataDir);
  await backups.runBackupIfDue(NOW);
  await send(NOW);
  expect(metricsSnapshot(NOW + MINUTE)).toMatchObject({
    offsiteAgeSeconds: 60,
    offsiteFailing: false,
  });

  const other = mkdtempSync(join(tmpdir(), "zoo-other-"));
  vi.stubEnv("BACKUP_TO", other);
  vi.resetModules();
  const { sendBackupIfDue } = await import("~/features/maintenance/offsite-backups.server");
  await sendBackupIfDue(NOW + MINUTE, told, news);
  expect(readdirSync(other)).toEqual(["zoo-20261121T060000Z.db.age"]);
  rmSync(other, { recursive: true });
});
