import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";

type Input = NodeJS.ReadStream | (NodeJS.ReadableStream & { isTTY?: false });

/**
 * A password: asked for twice on a terminal, which shows nothing of it, else the first line of the input.
 * Throws when there is none, or when the two are not the same.
 */
export async function askPassword(
  input: Input = process.stdin,
  shown: NodeJS.WritableStream = process.stderr,
) {
  const password = input.isTTY ? await askedTwice(input, shown) : firstLine(await text(input));
  if (password === "") throw new Error("No password was given");
  return password;
}

async function askedTwice(input: NodeJS.ReadStream, shown: NodeJS.WritableStream) {
  const once = await ask("Password: ", input, shown);
  if (once === "") return "";
  if (once !== (await ask("Repeat password: ", input, shown)))
    throw new Error("The passwords do not match");
  return once;
}

/** Lets the line be edited as usual, without showing any of it. */
async function ask(question: string, input: NodeJS.ReadStream, shown: NodeJS.WritableStream) {
  const nowhere = new Writable({ write: (_, __, done) => done() });
  const line = createInterface({ input, output: nowhere, terminal: true });
  const left = new Promise<never>((_, reject) => {
    line.once("SIGINT", () => reject(new Error("Nothing was changed")));
    line.once("close", () => reject(new Error("No password was given")));
  });
  shown.write(question);
  try {
    return await Promise.race([line.question(""), left]);
  } finally {
    shown.write("\n");
    left.catch(() => {});
    line.close();
  }
}

const firstLine = (input: string) => input.split(/\r?\n/, 1)[0] ?? "";
