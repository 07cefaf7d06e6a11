import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "db/migrate.server";
import { acquireLock, AlreadyRunningError } from "db/process-lock.server";

const MODULE = pathToFileURL("db/process-lock.server.ts").href;

let folder: string;
let file: string;
let holder: ChildProcess;

/** A zoo that another process has open. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "zoo-process-lock-"));
  file = join(folder, "zoo.db");
  const database = new Database(file);
  migrate(database);
  database.close();

  const hold = `import { acquireLock } from ${JSON.stringify(MODULE)};
    globalThis.lock = acquireLock(${JSON.stringify(folder)});
    setInterval(() => {}, 1_000);
    console.log("held");`;
  holder = spawn(process.execPath, ["--input-type=module", "-e", hold]);
  await once(holder.stdout!, "data");
});
afterEach(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true });
});

async function kill() {
  if (holder.signalCode) return;
  holder.kill("SIGKILL");
  await once(holder, "exit");
}
const zoo = (...words: string[]) =>
  spawnSync(process.execPath, ["scripts/cli.mjs", ...words], {
    env: { ...process.env, DATA_DIR: folder },
    encoding: "utf8",
  });

test("a process holds the lock until it dies", async () => {
  const taken = `it is open in another process (pid ${holder.pid})`;
  expect(() => acquireLock(folder)).toThrow(taken);
  expect(() => acquireLock(folder)).toThrow(taken);
  await kill();
  const lock = acquireLock(folder);
  expect(() => acquireLock(folder)).toThrow(`(pid ${process.pid})`);
  lock.close();
  acquireLock(folder).close();
});

test.each(["", "12 or so", "-1"])("does not name the holder from the note '%s'", (said) => {
  writeFileSync(join(folder, "zoo.pid"), said);
  expect(() => acquireLock(folder)).toThrow(/^it is open in another process$/);
});

test("locks a folder without writing who holds it", async () => {
  await kill();
  rmSync(join(folder, "zoo.pid"));
  mkdirSync(join(folder, "zoo.pid")); // stands for a full disk
  const lock = acquireLock(folder);
  expect(() => acquireLock(folder)).toThrow(/^it is open in another process$/);
  lock.close();
});

test("does not blame another process for a lock that cannot be created", async () => {
  await kill();
  rmSync(join(folder, "zoo.lock"));
  mkdirSync(join(folder, "zoo.lock"));
  const hold = () => acquireLock(folder);
  expect(hold).toThrow(`${join(folder, "zoo.lock")}: `);
  expect(hold).not.toThrow(AlreadyRunningError);
});

test("does not name an earlier holder", () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(join(folder, "zoo.pid"), String(pid));
  expect(() => acquireLock(folder)).toThrow(/^it is open in another process$/);
});

test("makes the lock file unreadable for other users", async () => {
  const modes = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith("zoo.lock"))
      .map((name) => statSync(join(folder, name)).mode & 0o777);
  expect(modes()).toEqual([0o600, 0o600]); // it and its journal
  await kill();
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);

  const lock = acquireLock(folder);
  expect(modes()).toEqual([0o600, 0o600]);
  lock.close();
});

test("allows backup and check, but no restore, while locked", async () => {
  const copy = join(folder, "copy.db");
  expect(zoo("backup", copy).status).toBe(0);
  expect(zoo("check").status).toBe(0);
  expect(zoo("restore", copy, "--check").status).toBe(0);
  expect(zoo("restore", copy)).toMatchObject({
    status: 1,
    stderr: `${file} is open in another process (pid ${holder.pid}): stop the site first\n`,
  });
  await kill();
  expect(zoo("restore", copy).status).toBe(0);
});
