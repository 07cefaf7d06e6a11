import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { backUp, problemsOf, restore } from "../db/backup.server.ts";
import { giveWay } from "../db/copy.server.ts";

/** What an operator does with the files of a zoo. */

const HELP = `Usage: npm run zoo -- COMMAND

  backup FILE           copy the database to FILE while the site is open, and check the copy
  restore FILE          put a backup in the place of the database; stop the site first
  restore FILE --check  only say whether the backup is sound
  check                 say whether the database is sound

DATA_DIR is the folder of the database (now: ${resolve(process.env.DATA_DIR || "data")}).
`;

const [command, ...rest] = process.argv.slice(2);
const file = rest.find((word) => !word.startsWith("--"));
const database = join(process.env.DATA_DIR || "data", "zoo.db");

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run() {
  if (command === "check") return report(needed(database, "database"));
  if (command === "backup" && file) return backup(file);
  if (command === "restore" && file) {
    return rest.includes("--check") ? report(needed(file, "backup")) : putBack(file);
  }
  console.log(HELP);
  return command === undefined || command === "--help" ? 0 : 2;
}

async function backup(to: string) {
  if (existsSync(to)) throw new Error(`${to} is there already: choose another name`);
  giveWay();
  await backUp(needed(database, "database"), to);
  console.log(`Backed up to ${to}, and checked`);
  return 0;
}

async function putBack(from: string) {
  const before = await restore(needed(from, "backup"), database);
  console.log(`Restored ${from}`);
  if (before) console.log(`What was there before is kept as ${before}`);
  return 0;
}

function report(path: string) {
  const problems = problemsOf(path);
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log(`${path} is sound`);
  return problems.length === 0 ? 0 : 1;
}

function needed(path: string, what: string) {
  if (!existsSync(path)) throw new Error(`There is no ${what} at ${resolve(path)}`);
  return path;
}
