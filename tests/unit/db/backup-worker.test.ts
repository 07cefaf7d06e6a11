import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { expect, test } from "vitest";

const MODULE = pathToFileURL("db/backup-worker.client.server.ts").href;

test("a process that is told to end does not wait for the check of a backup", async () => {
  const folder = mkdtempSync(join(tmpdir(), "zoo-check-"));
  const file = databaseWithEndlessCheck(join(folder, "zoo.db"));
  const program = join(folder, "back-up.mjs");
  writeFileSync(program, backingUp(file));
  const child = spawn(process.execPath, [program]);
  try {
    await once(child.stdout, "data");
    const started = performance.now();
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
    expect(performance.now() - started).toBeLessThan(10_000);
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  }
});

/** The places of its slots are without number. */
function databaseWithEndlessCheck(file: string) {
  const database = new Database(file);
  database.exec(`
    CREATE TABLE orders (visit_date, visit_slot, ticket_count, status);
    CREATE VIEW held_places AS
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers)
      SELECT '2026-08-05' AS visit_date, 'morning' AS visit_slot, n AS held FROM numbers`);
  database.close();
  return file;
}

/** Says so once its worker, and nothing else, has worked for a while. */
const backingUp = (file: string) => `
  const { backupInWorker, workersLoaded } = await import(${JSON.stringify(MODULE)});
  process.on("SIGTERM", () => process.exit(0));
  void backupInWorker(${JSON.stringify(file)}, ${JSON.stringify(`${file}.backup`)});
  await workersLoaded();
  const before = process.cpuUsage();
  setInterval(() => process.cpuUsage(before).user > 500_000 && console.log("checking"), 20);
`;
