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

const attempt = (change: () => Promise<string>) =>
  change().catch((error: { code: string }) => error.code);
const timeout = () => disk.site.pragma("busy_timeout", { simple: true });

test.each(["alone", "in a group"])(
  "while another program writes, a write %s waits half a second",
  async (way) => {
    const change = ways[way]!;
    other.exec("BEGIN IMMEDIATE");
    expect([timeout(), await attempt(change)]).toEqual([500, "busy"]);
    other.exec("ROLLBACK");

    expect(await attempt(change)).toBe("changed");
  },
);
