import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "db/migrate.server";
import { holdFolder } from "db/one-writer.server";

const MODULE = pathToFileURL("db/one-writer.server.ts").href;

let folder: string;
let file: string;
let holder: ChildProcess;

/** A zoo that another process has open. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "zoo-one-writer-"));
  file = join(folder, "zoo.db");
  const database = new Database(file);
  migrate(database);
  database.close();

  const hold = `import { holdFolder } from ${JSON.stringify(MODULE)};
    globalThis.lock = holdFolder(${JSON.stringify(folder)});
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
  spawnSync(process.execPath, ["scripts/zoo.mjs", ...words], {
    env: { ...process.env, DATA_DIR: folder },
    encoding: "utf8",
  });

test("a folder is one process's until it dies, however suddenly", async () => {
  const taken = `it is open in another process (pid ${holder.pid})`;
  expect(() => holdFolder(folder)).toThrow(taken);
  expect(() => holdFolder(folder)).toThrow(taken);
  await kill();
  const lock = holdFolder(folder);
  expect(() => holdFolder(folder)).toThrow(`(pid ${process.pid})`);
  lock.close();
  holdFolder(folder).close();
});

test("whoever holds it is not guessed from a note that says nothing", () => {
  writeFileSync(join(folder, "zoo.pid"), "");
  expect(() => holdFolder(folder)).toThrow(/^it is open in another process$/);
});

test("whoever held it before and is gone is not named", () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(join(folder, "zoo.pid"), String(pid));
  expect(() => holdFolder(folder)).toThrow(/^it is open in another process$/);
});

test("nobody else can read what is locked, and so lock it, however it was made", async () => {
  const modes = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith("zoo.lock"))
      .map((name) => statSync(join(folder, name)).mode & 0o777);
  expect(modes()).toEqual([0o600, 0o600]); // it and its journal
  await kill();
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);

  const lock = holdFolder(folder);
  expect(modes()).toEqual([0o600, 0o600]);
  lock.close();
});

test("while it is held one can back up and check, and not restore", async () => {
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
