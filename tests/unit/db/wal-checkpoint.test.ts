import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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

describe("with a standby", () => {
  /** Reads the log as Litestream does: without a pause, but for the moment in which it begins a new round. */
  function openReader() {
    const reader = new Database(join(disk.dataDir, "zoo.db"));
    reader.exec("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)");
    const hold = () => reader.exec("BEGIN; SELECT * FROM _litestream_seq");
    hold();
    return {
      beginRound() {
        reader.exec("COMMIT");
        reader.pragma("wal_checkpoint(PASSIVE)");
        reader.exec("INSERT INTO _litestream_seq (seq) VALUES (1)");
        hold();
      },
      close: () => reader.close(),
    };
  }

  afterEach(() => void vi.useRealTimers());
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    disk.close();
    disk = await siteOnDisk({ REPLICA_RETENTION_DAYS: "2" });
    ({ purgeSearchIndex } = await import("~/features/maintenance/purge-search-index.server"));
  });

  async function deleteMessage() {
    const { sendMessage } = await import("~/features/messages/messages.server");
    sendMessage(MESSAGE);
    disk.site.exec("DELETE FROM messages");
  }

  test("what was deleted leaves the log with its next round", async () => {
    const litestream = openReader();
    litestream.beginRound();
    await purgeSearchIndex(); // what is deleted now belongs to a round that has begun since the last look
    await deleteMessage();
    litestream.beginRound();
    await deleteMessage();
    await purgeSearchIndex();
    expect(isLegible()).toBe(true);

    litestream.beginRound();
    expect(isLegible()).toBe(true);
    await purgeSearchIndex();
    expect(isLegible()).toBe(true); // Litestream may still read it
    vi.advanceTimersByTime(5_000);

    expect(isLegible()).toBe(false);
    expect(disk.site.pragma("integrity_check", { simple: true })).toBe("ok");
    litestream.close();
  });

  test("it leaves although Litestream begins its rounds soon after each look", async () => {
    const litestream = openReader();
    litestream.beginRound();
    await purgeSearchIndex();
    await deleteMessage();
    litestream.beginRound();
    await deleteMessage();
    await purgeSearchIndex();
    litestream.beginRound();
    await purgeSearchIndex();
    vi.advanceTimersByTime(3_000);
    litestream.beginRound();
    vi.advanceTimersByTime(2_000);
    expect(isLegible()).toBe(true); // Litestream may still read it
    vi.advanceTimersByTime(5_000);

    expect(isLegible()).toBe(false);
    litestream.close();
  });

  test("each minute writes something until two rounds have ended, so that Litestream ends them", async () => {
    const changes = () => disk.site.prepare("SELECT total_changes()").pluck().get() as number;
    const litestream = openReader();
    await deleteMessage();
    const written: boolean[] = [];
    for (let minute = 0; minute < 5; minute += 1) {
      await purgeSearchIndex();
      const before = changes();
      await purgeSearchIndex();
      written.push(changes() > before);
      vi.advanceTimersByTime(5_000);
      litestream.beginRound();
    }
    litestream.close();

    expect(written).toEqual([true, true, true, false, false]);
  });

  test("the site never moves the log into the database by itself", () => {
    expect(disk.site.pragma("wal_autocheckpoint", { simple: true })).toBe(0);
  });

  test("a Litestream that does not run is noticed, and the log emptied", async () => {
    await deleteMessage();
    for (let minute = 0; minute <= 9; minute += 1) await purgeSearchIndex();
    expect(isLegible()).toBe(true);

    await expect(purgeSearchIndex()).rejects.toThrow("Litestream does not run");

    expect(isLegible()).toBe(false);
  });
});
