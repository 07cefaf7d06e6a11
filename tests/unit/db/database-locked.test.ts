import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { siteOnDisk } from "../../support/site/site-on-disk";

let disk: Awaited<ReturnType<typeof siteOnDisk>>;
let other: Database.Database;
let ways: Record<string, () => Promise<string>>;

/** Another program has the site's database open. */
beforeEach(async () => {
  disk = await siteOnDisk();
  const { groupedTransaction: inGroup, transaction: inTransaction } =
    await import("~/lib/write-transaction.server");
  const change = () => "changed";
  ways = { alone: async () => inTransaction(change), "in a group": () => inGroup(change) };
  other = new Database(join(disk.dataDir, "zoo.db"));
});
afterEach(() => {
  other.close();
  disk.close();
});

/** What became of a change, and for how long nobody else was answered. */
async function tried(change: () => Promise<string>) {
  const began = performance.now();
  const said = await change().catch((error: { code: string }) => error.code);
  return { said, took: performance.now() - began };
}

test.each(["alone", "in a group"])(
  "while another program writes, a write %s waits half a second",
  async (way) => {
    const change = ways[way]!;
    other.exec("BEGIN IMMEDIATE");
    const { said, took } = await tried(change);
    other.exec("ROLLBACK");

    expect(said).toBe("busy");
    expect(took).toBeGreaterThan(300);
    expect((await tried(change)).said).toBe("changed");
  },
);
