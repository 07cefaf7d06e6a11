import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";

type Input = NodeJS.ReadStream | (NodeJS.ReadableStream & { isTTY?: false });

/**
 * Reads a password: prompted for twice on a terminal, without echo, else the first line of the input. Throws when it
 * is empty or the two differ.
 */
export async function promptPassword(
  input: Input = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
) {
  const password = input.isTTY
    ? await promptAndConfirm(input, output)
    : firstLine(await text(input));
  if (password === "") throw new Error("No password was given");
  return password;
}

async function promptAndConfirm(input: NodeJS.ReadStream, output: NodeJS.WritableStream) {
  const first = await prompt("Password: ", input, output);
  if (first === "") return "";
  if (first !== (await prompt("Repeat password: ", input, output)))
    throw new Error("The passwords do not match");
  return first;
}

/** The line can be edited as usual, without echo. */
async function prompt(question: string, input: NodeJS.ReadStream, output: NodeJS.WritableStream) {
  const silent = new Writable({ write: (_, __, done) => done() });
  const line = createInterface({ input, output: silent, terminal: true });
  const aborted = new Promise<never>((_, reject) => {
    line.once("SIGINT", () => reject(new Error("Nothing was changed")));
    line.once("close", () => reject(new Error("No password was given")));
  });
  output.write(question);
  try {
    return await Promise.race([line.question(""), aborted]);
  } finally {
    output.write("\n");
    aborted.catch(() => {});
    line.close();
  }
}

const firstLine = (input: string) => input.split(/\r?\n/, 1)[0] ?? "";
