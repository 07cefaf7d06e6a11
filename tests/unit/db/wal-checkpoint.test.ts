import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { siteOnDisk } from "../../support/site/site-on-disk";

const MESSAGE = { name: "Qxuvolt", email: "qxuvolt@example.org", subject: "", body: "Parking?" };

let disk: Awaited<ReturnType<typeof siteOnDisk>>;
let purgeSearchIndex: () => Promise<void>;
const isLegible = () => readFileSync(join(disk.dataDir, "zoo.db-wal")).includes(MESSAGE.email);

/** A message was deleted. */
beforeEach(async () => {
  disk = await siteOnDisk();
  ({ purgeSearchIndex } = await import("~/features/maintenance/purge-search-index.server"));
  const { sendMessage } = await import("~/features/messages/messages.server");
  sendMessage(MESSAGE);
  disk.site.exec("DELETE FROM messages");
});
afterEach(() => disk.close());

test("maintenance removes deleted data from the log", async () => {
  expect(isLegible()).toBe(true);

  await purgeSearchIndex();

  expect(isLegible()).toBe(false);
});

test("a running backup does not block; the log is emptied afterwards", async () => {
  const backup = new Database(join(disk.dataDir, "zoo.db"), { readonly: true });
  backup.exec("BEGIN; SELECT 1 FROM messages");

  await purgeSearchIndex();
  expect(isLegible()).toBe(true);
  backup.close();
  await purgeSearchIndex();

  expect(isLegible()).toBe(false);
  expect(disk.site.pragma("busy_timeout", { simple: true })).toBe(500);
});
