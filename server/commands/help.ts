import { resolve } from "node:path";
import { dataFolder } from "db/data-folder";
import { COMMANDS, type Command } from "./index.ts";

/** All commands at a glance. */
export const helpForAll = (program: string) =>
  `Usage: ${program} COMMAND

${table(Object.entries(COMMANDS).map(([name, { words = "", does }]) => [`${name} ${words}`, does]))}

${program} COMMAND --help says more about one of them.
Each ends with 0 when all is well, with 1 when something is not, and with 2 when a word or a setting was not understood.

${whereTheDataIs()}`;

/** Help for one command. */
export function helpFor(program: string, name: string, { words, does, more, options }: Command) {
  const rows = Object.entries(options ?? {}).map(([option, { value, does }]) => [
    `--${option}${value ? ` ${value}` : ""}`,
    does,
  ]);
  return [
    `Usage: ${[program, name, words, rows.length > 0 && "[OPTIONS]"].filter(Boolean).join(" ")}`,
    `${does[0]?.toUpperCase()}${does.slice(1)}.${more ? `\n${more}` : ""}`,
    ...(rows.length > 0 ? [table(rows)] : []),
    ...(/^(version|licences)$/.test(name) ? [] : [whereTheDataIs()]),
  ].join("\n\n");
}

function table(rows: string[][]) {
  const width = Math.max(...rows.map(([left = ""]) => left.trim().length));
  return rows.map(([left = "", right]) => `  ${left.trim().padEnd(width)}  ${right}`).join("\n");
}

const whereTheDataIs = () =>
  `DATA_DIR is the folder of the database (now: ${resolve(dataFolder())}).`;
