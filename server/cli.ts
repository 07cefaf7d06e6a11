import { parseArgs, type ParseArgsConfig } from "node:util";
import type { CliContext, Command } from "./commands/command.ts";
import { COMMANDS } from "./commands/index.ts";
import { UsageError, EXIT_USAGE } from "./usage-error.ts";
import { helpFor, helpOverview } from "./commands/help.ts";

/** Runs a command line and returns the exit code: 0 success, 1 failure, 2 invalid usage or configuration. */
export async function run(args: string[], context: CliContext): Promise<number> {
  try {
    return await dispatch(args, context);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    console.error(message);
    return /^(UsageError|EnvError)$/.test(name) ? EXIT_USAGE : 1;
  }
}

async function dispatch([name = "serve", ...args]: string[], context: CliContext): Promise<number> {
  const { program } = context;
  if (name === "help" && args.length > 0) return dispatch([...args, "--help"], context);
  if (/^(-h|--help|help)$/.test(name)) return print(helpOverview(program));
  if (/^(-v|--version)$/.test(name)) return print(`zoo-verse ${context.version}`);

  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`There is no command "${name}": see ${program} --help`);
  if (args.includes("--help") || args.includes("-h")) return print(helpFor(program, name, command));

  const { positionals, values } = parseArguments(program, name, command, args);
  if (name === "licences") return print(context.licences());
  if (name === "version") return print(`zoo-verse ${context.version}`);
  context.prepare();
  return (await command.run(positionals, values, context)) ?? 0;
}

function parseArguments(program: string, name: string, command: Command, args: string[]) {
  const options: ParseArgsConfig["options"] = {};
  for (const [option, { type }] of Object.entries(command.options ?? {}))
    options[option] = { type };
  const [min, max] = command.arity ?? [0, 0];
  const more = `see ${program} ${name} --help`;
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length < min || positionals.some((arg) => arg.trim() === ""))
      throw new Error(`${command.usage} is missing`);
    if (positionals.length > max) throw new Error(`"${positionals[max]}" was not expected`);
    return { positionals, values };
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new UsageError(`${name}: ${why}: ${more}`);
  }
}

function print(text: string) {
  console.log(text);
  return 0;
}
