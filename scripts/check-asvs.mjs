import { existsSync, readFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

/** The number of level 1 and 2 requirements in each section of ASVS 5.0.0. */
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2
  2.1:3 2.2:3 2.3:4 2.4:1
  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
`;

const NUMBERS = [...SECTIONS.matchAll(/([\d.]+):(\d+)/g)].flatMap(([, section, count]) =>
  Array.from({ length: Number(count) }, (_, at) => `${section}.${at + 1}`),
);

/**
 * Parses docs/asvs.md: rows of number, level, requirement and evidence. The evidence is a test file in backquotes and
 * part of a test title, or begins with `Reason:` or `**Accepted**:`.
 * @param {string} page
 */
export function parseChecklist(page) {
  const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+)\s*\| ([12])\s*\| (.+?)\s*\| (.+?)\s*\|$/gm)];
  return rows.map(([, number = "", level = "", requirement = "", answer = ""]) => {
    const [, file = "", name = ""] = /^`(tests\/[^`]+)` (.+)$/.exec(answer) ?? [];
    const kind = file ? "test" : (/^(Reason|\*\*Accepted\*\*): \S/.exec(answer)?.[1] ?? "nothing");
    return { number, level, requirement, answer, kind, file, name };
  });
}

/** Requirements without a row. @param {ReturnType<typeof parseChecklist>} rows */
export const missingRequirements = (rows) =>
  NUMBERS.filter((requirement) => !rows.some(({ number }) => number === requirement));

/**
 * Problems, a line each: rows without evidence, tests that do not exist.
 * @param {ReturnType<typeof parseChecklist>} rows
 */
export function problemsIn(rows) {
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

/** The titles of tests: first arguments that are followed by a function or by options. @param {string} file */
const namesIn = (file) =>
  [
    ...readFileSync(file, "utf8").matchAll(/\(\s*(?:"([^"\n]+)"|`([^`]+)`),\s*(?:async\b|\(|\{)/g),
  ].map(([, plain, template]) => plain ?? template ?? "");

if (argv[1] === fileURLToPath(import.meta.url)) {
  const rows = parseChecklist(readFileSync("docs/asvs.md", "utf8"));
  const missing = missingRequirements(rows).map((number) => `${number} has no row`);
  const problems = [...problemsIn(rows), ...missing];
  for (const line of problems) console.error(line);
  const count = (/** @type {string} */ kind) => rows.filter((row) => row.kind === kind).length;
  console.log(
    `${rows.length} requirements: ${count("test")} by a test, ${count("Reason")} by a reason, ${count("**Accepted**")} accepted as not fulfilled`,
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
}
