import type { Mode, OpenMode, PathLike } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";

const { told, opened } = vi.hoisted(() => ({
  told: [] as string[],
  opened: new Map<number, string>(),
}));
vi.mock(import("node:fs"), async (actual) => {
  const fs = await actual();
  return {
    ...fs,
    openSync(path: PathLike, flags: OpenMode, mode?: Mode | null) {
      const handle = fs.openSync(path, flags, mode);
      opened.set(handle, basename(String(path)));
      return handle;
    },
    fsyncSync(handle: number) {
      told.push(`${opened.get(handle)} is synced`);
      fs.fsyncSync(handle);
    },
    renameSync(from: PathLike, to: PathLike) {
      told.push(`${basename(String(from))} becomes ${basename(String(to))}`);
      fs.renameSync(from, to);
    },
  };
});

test("syncs a copy before renaming it, and the folder afterwards", async () => {
  vi.resetModules(); // the set-up of all tests has loaded them with the real disk
  const { createBackup } = await import("db/backup.server");
  const { migrate } = await import("db/migrate.server");
  const folder = mkdtempSync(join(tmpdir(), "zoo-synced-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const site = new Database(join(folder, "zoo.db"));
  migrate(site);
  site.close();

  await createBackup(join(folder, "zoo.db"), join(folder, "copy.db"));

  expect(told).toEqual([
    "copy.db.part is synced",
    "copy.db.part becomes copy.db",
    `${basename(folder)} is synced`,
  ]);
});
