import { once } from "node:events";
import { writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { databaseOf } from "./bookings.ts";
import { end, openSite, startProcess, withFolder } from "./site.ts";

type Wrong = {
  code?: number;
  with: Record<string, string>;
  before?: (file: string) => void;
  says: RegExp;
};

const WRONG: Wrong[] = [
  {
    code: 2,
    with: { PORT: "eighty" },
    says: /^PORT: "eighty" is not accepted; it takes a port number/,
  },
  {
    code: 2,
    with: { METRICS_TOKEN: "short" },
    says: /^METRICS_TOKEN: what is set is not accepted/,
  },
  { with: { DATA_DIR: "/dev/null/zoo" }, says: /^The database in DATA_DIR .* cannot be opened: / },
  {
    with: {},
    before: (file) => new Database(file).exec("PRAGMA user_version = 999").close(),
    says: /cannot be opened: it was made by a newer version of Zoo Verse$/,
  },
  {
    with: {},
    before: (file) => writeFileSync(file, "Dear diary. ".repeat(1_000)),
    says: /cannot be opened: file is not a database; to restore a backup: npm run zoo -- restore FILE$/,
  },
];

const TAKEN = /^The database in DATA_DIR .* it is open in another process \(pid \d+\)$/;

/** G16: a start that cannot go well says why in one line and ends with 1, with 2 where a setting is wrong. */
export async function refused() {
  let clear = 0;
  for (const wrong of WRONG) {
    await withFolder(async (folder) => {
      await end(await openSite(folder), "SIGTERM");
      wrong.before?.(databaseOf(folder));
      clear += Number(await isRefused(folder, wrong.with, wrong.says, wrong.code));
    });
  }
  const alone = await oneAtATime();
  return {
    passed: clear === WRONG.length && alone.refused && alone.reopened && !alone.control,
    figures: `${clear} of ${WRONG.length} wrong starts refused clearly in one line; a second process on a folder ${alone.refused ? "refused" : "let in"}, ${alone.reopened ? "let in" : "refused"} once the first was killed, ${alone.control ? "refused" : "let in"} with ONE_WRITER=off (control)`,
  };
}

/** A folder has one process, and another as soon as that one is dead. */
const oneAtATime = () =>
  withFolder(async (folder) => {
    const first = await openSite(folder);
    const refused = await isRefused(folder, {}, TAKEN);
    const second = await openSite(folder, { ONE_WRITER: "off" }).catch(() => null);
    if (second) await end(second, "SIGTERM");
    await end(first, "SIGKILL");
    const next = await openSite(folder).catch(() => null);
    if (next) await end(next, "SIGTERM");
    return { refused, reopened: next !== null, control: second === null };
  });

async function isRefused(folder: string, env: Record<string, string>, says: RegExp, code = 1) {
  const { process: child, output } = startProcess(folder, { PORT: "0", ...env });
  await once(child, "close");
  const said = output().trim();
  return child.exitCode === code && says.test(said) && !said.includes("\n");
}
