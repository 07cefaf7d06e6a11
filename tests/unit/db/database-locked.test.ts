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
  "while another program writes, only the first write %s blocks",
  async (way) => {
    const change = ways[way]!;
    other.exec("BEGIN IMMEDIATE");
    const first = await tried(change);
    const rest = [await tried(change), await tried(change), await tried(change)];
    other.exec("ROLLBACK");

    expect(first.said).toBe("busy");
    expect(first.took).toBeGreaterThan(1_000);
    expect(rest.map(({ said }) => said)).toEqual(["busy", "busy", "busy"]);
    expect(rest.reduce((sum, { took }) => sum + took, 0)).toBeLessThan(1_000);
    expect((await tried(change)).said).toBe("changed");
    expect(disk.site.pragma("busy_timeout", { simple: true })).toBe(1_500);
  },
);

test("after a failed write the next one waits again", async () => {
  const { transaction: inTransaction } = await import("~/lib/write-transaction.server");
  other.exec("BEGIN IMMEDIATE");
  await tried(ways.alone!);
  other.exec("ROLLBACK");

  const refuse = () => {
    throw new Error("no");
  };
  expect(() => inTransaction(refuse)).toThrow("no");

  expect(disk.site.pragma("busy_timeout", { simple: true })).toBe(1_500);
});
