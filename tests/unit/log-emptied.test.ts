import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const kept = globalThis as { zooDatabase?: unknown };
const inMemory = kept.zooDatabase;
const MESSAGE = { name: "Qxuvolt", email: "qxuvolt@example.org", subject: "", body: "Parking?" };

let dataDir: string;
let site: Database.Database;
let rewriteWords: () => Promise<void>;
const isLegible = () => readFileSync(join(dataDir, "zoo.db-wal")).includes(MESSAGE.email);

/** A site on a disk, with a message that was deleted. */
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "zoo-log-"));
  vi.stubEnv("DATA_DIR", dataDir);
  vi.resetModules();
  delete kept.zooDatabase;
  site = (await import("db/client.server")).sqlite;
  ({ rewriteWords } = await import("~/domain/upkeep/rewrite-words.server"));
  const { sendMessage } = await import("~/domain/message/messages.server");
  sendMessage(MESSAGE);
  site.exec("DELETE FROM messages");
});
afterEach(() => {
  site.close();
  kept.zooDatabase = inMemory;
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

test("what was deleted is legible in the log until the next tidying, and no longer", async () => {
  expect(isLegible()).toBe(true);

  await rewriteWords();

  expect(isLegible()).toBe(false);
});

test("a backup that reads by the log keeps nobody waiting; it is emptied afterwards", async () => {
  const backup = new Database(join(dataDir, "zoo.db"), { readonly: true });
  backup.exec("BEGIN; SELECT 1 FROM messages");

  const began = performance.now();
  await rewriteWords();
  const took = performance.now() - began;
  expect([isLegible(), took < 1_000]).toEqual([true, true]); // `busy_timeout` is longer
  backup.close();
  await rewriteWords();

  expect(isLegible()).toBe(false);
  expect(site.pragma("busy_timeout", { simple: true })).toBe(1_500);
});
