import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { siteOnDisk } from "../../support/site/site-on-disk";

test("what another process wrote counts soon, and in a transaction at once", async () => {
  const disk = await siteOnDisk();
  const other = new Database(join(disk.dataDir, "zoo.db"));
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
    other.close();
    disk.close();
  });
  const { dataVersion, transaction } = await import("db/transaction.server");
  const write = () => other.exec("INSERT OR REPLACE INTO settings VALUES ('test', random())");

  const before = dataVersion().all;
  write();
  expect(dataVersion().all).toBe(before);
  vi.advanceTimersByTime(11);
  const soon = dataVersion().all;
  expect(soon).toBeGreaterThan(before);

  write();
  expect(transaction(() => dataVersion().all, "none")).toBeGreaterThan(soon);
});
