import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

/** Reads a password: asked for twice on a terminal, without echo, else the first line of the input. */
export async function readPassword(
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
) {
  const password = await readSecret("Password: ", input, output);
  if (!password) throw new Error("No password was given");
  if (input.isTTY && password !== (await prompt("Repeat password: ", input, output)))
    throw new Error("The passwords do not match");
  return password;
}

/** Asks on a terminal, without echo; else reads the first line of the input. Empty when there is none. */
export async function readSecret(
  question: string,
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
) {
  if (input.isTTY) return prompt(question, input, output);
  return (await text(input)).split(/\r?\n/, 1)[0] ?? "";
}

async function prompt(question: string, input: NodeJS.ReadStream, output: NodeJS.WritableStream) {
  output.write(question);
  const line = createInterface({ input, terminal: true }); // without an output there is no echo
  line.once("SIGINT", () => line.close());
  const [answer = ""] = await Promise.race([once(line, "line"), once(line, "close")]);
  line.close();
  output.write("\n");
  return answer as string;
}
