import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";

/** Reads a password: asked for twice on a terminal, without echo, else the first line of the input. */
export async function readPassword(
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
) {
  const password = await readSecret("Password: ", input, output);
  if (!password) throw new Error("No password was given");
  if (input.isTTY && password !== (await readSecret("Repeat password: ", input, output)))
    throw new Error("The passwords do not match");
  return password;
}

/** Asks on a terminal, without echo; else reads the first line of the input. Empty when there is none. */
export async function readSecret(
  question: string,
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
) {
  if (!input.isTTY) return (await text(input)).split(/\r?\n/, 1)[0] ?? "";
  output.write(question);
  const line = createInterface({ input, terminal: true }); // without an output there is no echo
  const answer = await line.question("").catch(() => ""); // interrupted
  line.close();
  output.write("\n");
  return answer;
}
