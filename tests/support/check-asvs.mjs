import { existsSync, readFileSync } from "node:fs";

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

/** Requirements without a row in docs/asvs.md, and rows without a reason or an existing test file. */
export function problemsInChecklist() {
  const page = readFileSync("docs/asvs.md", "utf8");
  const answers = new Map(
    [...page.matchAll(/^\| (\d+\.\d+\.\d+) .*\| (.+?)\s*\|$/gm)].map(([, number, answer = ""]) => [
      number,
      answer,
    ]),
  );
  const numbers = [...SECTIONS.matchAll(/([\d.]+):(\d+)/g)].flatMap(([, section, count]) =>
    Array.from({ length: Number(count) }, (_, at) => `${section}.${at + 1}`),
  );
  return numbers.flatMap((number) => {
    const answer = answers.get(number) ?? "";
    const file = /^`(tests\/[^`]+)` \S/.exec(answer)?.[1];
    if (file ? existsSync(file) : /^(Reason|\*\*Accepted\*\*): \S/.test(answer)) return [];
    return [`${number}: ${answer || "no row"}`];
  });
}
