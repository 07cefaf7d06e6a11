import { existsSync, readFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

/**
 * Reads the ledger of docs/asvs.md: rows of number, level, what is asked for and the answer. The answer is
 * a file of tests in backquotes and a piece of a test's name, or begins with `Reason:` or `**Gap**:`.
 * @param {string} page
 */
export function readLedger(page) {
  const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+)\s*\| ([12])\s*\| (.+?)\s*\| (.+?)\s*\|$/gm)];
  return rows.map(([, number = "", level = "", asked = "", answer = ""]) => {
    const [, file = "", name = ""] = /^`(tests\/[^`]+)` (.+)$/.exec(answer) ?? [];
    const kind = file ? "test" : (/^(Reason|\*\*Gap\*\*): \S/.exec(answer)?.[1] ?? "nothing");
    return { number, level, asked, answer, kind, file, name };
  });
}

/**
 * What is wrong with a ledger, a line each: rows without an answer, tests that are not there.
 * @param {ReturnType<typeof readLedger>} rows
 */
export function troubleWith(rows) {
  return rows.flatMap(({ number, kind, file, name }, at) => {
    if (rows.findIndex((row) => row.number === number) !== at) return [`${number} stands twice`];
    if (kind === "nothing") return [`${number} has no answer`];
    if (kind !== "test") return [];
    if (!existsSync(file)) return [`${number}: there is no ${file}`];
    return namesIn(file).some((title) => title.includes(name))
      ? []
      : [`${number}: ${file} has no test named “${name}”`];
  });
}

/** What stands first in a call and is followed by a function or by options. @param {string} file */
const namesIn = (file) =>
  [
    ...readFileSync(file, "utf8").matchAll(/\(\s*(?:"([^"\n]+)"|`([^`]+)`),\s*(?:async\b|\(|\{)/g),
  ].map(([, plain, drawn]) => plain ?? drawn ?? "");

if (argv[1] === fileURLToPath(import.meta.url)) {
  const rows = readLedger(readFileSync("docs/asvs.md", "utf8"));
  const trouble = troubleWith(rows);
  for (const line of trouble) console.error(line);
  const count = (/** @type {string} */ kind) => rows.filter((row) => row.kind === kind).length;
  console.log(
    `${rows.length} requirements: ${count("test")} by a test, ${count("Reason")} by a reason, ${count("**Gap**")} gaps`,
  );
  process.exitCode = trouble.length > 0 ? 1 : 0;
}
