import type { AppBuild } from "~/app-build";

/** Where the commands run: from the source tree, or in the executable. */
export type CliContext = {
  /** How the program is called, for the help. */
  program: string;
  version: string;
  /** The licences of everything in the program. */
  licences(): string;
  /** Called before a command runs: the executable then extracts its files. Throws with a message for the operator. */
  prepare(): void;
  load(): Promise<AppBuild>;
};

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;
export type Option = { type: "string" | "boolean"; value?: string; does: string };

export type Command = {
  /** The arguments as the help shows them: `FILE`. */
  usage?: string;
  /** The minimum and maximum number of arguments. */
  arity?: [number, number];
  options?: Record<string, Option>;
  does: string;
  more?: string;
  /** Returns the exit code when it is not 0. */
  run(args: string[], values: Values, context: CliContext): Promise<number | void>;
};
