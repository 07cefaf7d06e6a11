import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { siteOnDisk } from "../../support/site/site-on-disk";

test("what another process wrote counts in the next turn, and in a transaction at once", async () => {
  const disk = await siteOnDisk();
  const other = new Database(join(disk.dataDir, "zoo.db"));
  onTestFinished(() => {
    other.close();
    disk.close();
  });
  const { dataVersion, transaction } = await import("db/transaction.server");
  const write = () => other.exec("INSERT OR REPLACE INTO settings VALUES ('test', random())");

  const before = dataVersion().all;
  write();
  await nextTurn();
  const soon = dataVersion().all;
  expect(soon).toBeGreaterThan(before);

  write();
  expect(transaction(() => dataVersion().all, "none")).toBeGreaterThan(soon);
});
