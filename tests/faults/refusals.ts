import { once } from "node:events";
import { writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { databaseOf } from "./bookings.ts";
import { end, openSite, startProcess, withFolder } from "./site.ts";

type Wrong = { with: Record<string, string>; before?: (file: string) => void; says: RegExp };

const WRONG: Wrong[] = [
  { with: { PORT: "eighty" }, says: /^PORT: "eighty" is not accepted; it takes a port number/ },
  { with: { METRICS_TOKEN: "short" }, says: /^METRICS_TOKEN: what is set is not accepted/ },
  { with: { DATA_DIR: "/dev/null/zoo" }, says: /^The database in DATA_DIR .* cannot be opened: / },
  {
    with: {},
    before: (file) => new Database(file).exec("PRAGMA user_version = 999").close(),
    says: /cannot be opened: it was made by a newer version of Zoo Verse$/,
  },
  {
    with: {},
    before: (file) => writeFileSync(file, "Dear diary. ".repeat(1_000)),
    says: /cannot be opened: file is not a database$/,
  },
];

/** G16: a start that cannot go well says why in one line and ends with 1. */
export async function refused() {
  let clear = 0;
  for (const wrong of WRONG) {
    await withFolder(async (folder) => {
      await end(await openSite(folder), "SIGTERM");
      wrong.before?.(databaseOf(folder));
      const { process: child, output } = startProcess(folder, { PORT: "0", ...wrong.with });
      await once(child, "close");
      clear += Number(
        child.exitCode === 1 && wrong.says.test(output().trim()) && isOneLine(output()),
      );
    });
  }
  return {
    passed: clear === WRONG.length,
    figures: `${clear} of ${WRONG.length} wrong starts refused clearly in one line`,
  };
}

const isOneLine = (text: string) => !text.trim().includes("\n");
