import { parseArgs, type ParseArgsConfig } from "node:util";
import type { ServerBuild } from "@remix-run/node";
import { COMMANDS, type Command } from "./commands/index.ts";
import { Misunderstood, NOT_UNDERSTOOD } from "./usage-error.ts";
import { helpFor, helpForAll } from "./commands/help.ts";

/** Where the commands run: from the source tree, or in the one file. */
export type Place = {
  /** What is typed in front of a command. */
  program: string;
  version: string;
  /** The licences of all that the program contains. */
  licences(): string;
  /** Called before a command runs: the one file then unpacks what it needs. Throws with words for the operator. */
  prepare(): void;
  load(): Promise<ServerBuild>;
};

/**
 * Does what the operator typed. Returns the exit code: 0 when all is well, 1 when something is not, 2 when it was
 * not understood. Errors are one line.
 */
export async function run(words: string[], place: Place): Promise<number> {
  try {
    return await obey(words, place);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    console.error(message);
    return /^(Misunderstood|SettingsError)$/.test(name) ? NOT_UNDERSTOOD : 1;
  }
}

async function obey([name = "serve", ...words]: string[], place: Place): Promise<number> {
  const { program } = place;
  if (name === "help" && words.length > 0) return obey([...words, "--help"], place);
  if (/^(-h|--help|help)$/.test(name)) return say(helpForAll(program));
  if (/^(-v|--version)$/.test(name)) return say(`zoo-verse ${place.version}`);

  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Misunderstood(`There is no command "${name}": see ${program} --help`);
  if (words.includes("--help") || words.includes("-h")) return say(helpFor(program, name, command));

  const { positionals, values } = understood(program, name, command, words);
  if (name === "licences") return say(place.licences());
  if (name === "version") return say(`zoo-verse ${place.version}`);
  place.prepare();
  return (await command.run(positionals, values, place)) ?? 0;
}

function understood(program: string, name: string, command: Command, words: string[]) {
  const options: ParseArgsConfig["options"] = {};
  for (const [option, { type }] of Object.entries(command.options ?? {}))
    options[option] = { type };
  const [fewest, most] = command.takes ?? [0, 0];
  const more = `see ${program} ${name} --help`;
  try {
    const { positionals, values } = parseArgs({ args: words, options, allowPositionals: true });
    if (positionals.length < fewest || positionals.some((word) => word.trim() === ""))
      throw new Error(`${command.words} is missing`);
    if (positionals.length > most) throw new Error(`"${positionals[most]}" was not expected`);
    return { positionals, values };
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new Misunderstood(`${name}: ${why}: ${more}`);
  }
}

function say(text: string) {
  console.log(text);
  return 0;
}
