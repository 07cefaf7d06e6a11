import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";

type Terminal = { input: NodeJS.ReadStream; output: NodeJS.WritableStream };
const TERMINAL: Terminal = { input: process.stdin, output: process.stderr };

/** Reads a password: asked for twice on a terminal, without echo, else the first line of the input. */
export async function readPassword(terminal = TERMINAL) {
  const password = await readSecret("Password: ", terminal);
  if (!password) throw new Error("No password was given");
  if (terminal.input.isTTY && password !== (await readSecret("Repeat password: ", terminal)))
    throw new Error("The passwords do not match");
  return password;
}

/** Asks on a terminal, without echo; else reads the first line of the input. Empty when there is none. */
export async function readSecret(question: string, { input, output } = TERMINAL) {
  if (!input.isTTY) return (await text(input)).split(/\r?\n/, 1)[0] ?? "";
  output.write(question);
  const line = createInterface({ input, terminal: true }); // without an output there is no echo
  const answer = await line.question("").catch(() => ""); // interrupted
  line.close();
  output.write("\n");
  return answer;
}
