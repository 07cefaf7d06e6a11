import { resolve } from "node:path";
import { dataDir } from "db/data-dir";
import type { Command } from "./command.ts";
import { COMMANDS } from "./index.ts";

/** All commands at a glance. */
export const helpOverview = (program: string) =>
  `Usage: ${program} COMMAND

${table(Object.entries(COMMANDS).map(([name, { usage = "", does }]) => [`${name} ${usage}`, does]))}

${program} COMMAND --help says more about one of them.
Exit codes: 0 success, 1 failure, 2 invalid usage or configuration.

${dataDirHelp()}`;

/** Help for one command. */
export function helpFor(program: string, name: string, { usage, does, more, options }: Command) {
  const rows = Object.entries(options ?? {}).map(([option, { value, does }]) => [
    `--${option}${value ? ` ${value}` : ""}`,
    does,
  ]);
  return [
    `Usage: ${[program, name, usage, rows.length > 0 && "[OPTIONS]"].filter(Boolean).join(" ")}`,
    `${does[0]?.toUpperCase()}${does.slice(1)}.${more ? `\n${more}` : ""}`,
    ...(rows.length > 0 ? [table(rows)] : []),
    ...(/^(version|licences)$/.test(name) ? [] : [dataDirHelp()]),
  ].join("\n\n");
}

function table(rows: string[][]) {
  const width = Math.max(...rows.map(([left = ""]) => left.trim().length));
  return rows.map(([left = "", right]) => `  ${left.trim().padEnd(width)}  ${right}`).join("\n");
}

const dataDirHelp = () => `DATA_DIR is the folder of the database (now: ${resolve(dataDir())}).`;
