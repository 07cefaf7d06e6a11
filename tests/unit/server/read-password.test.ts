import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readPassword } from "../../../server/commands/read-password";

/** Somebody at a terminal who types this after each question. */
async function typed(...keys: string[]) {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const screen = new PassThrough();
  let shown = "";
  screen.on("data", (text: Buffer) => {
    shown += String(text);
    if (/: $/.test(shown)) setImmediate(() => terminal.write(keys.shift() ?? ""));
  });
  const answer = await read(terminal, screen).catch((error: Error) => error.message);
  return { answer, shown };
}
const read = (input: object, output: object = new PassThrough()) =>
  readPassword({ input, output } as Parameters<typeof readPassword>[0]);

test("prompts twice without echo", async () => {
  expect(await typed("secret-1\r", "secret-1\r")).toEqual({
    answer: "secret-1",
    shown: "Password: \nRepeat password: \n",
  });
});

test.each([
  [["secret-1\r", "secret-2\r"], "The passwords do not match"],
  [["\r"], "No password was given"],
  [["secr\u0003"], "No password was given"],
  [["\u0004"], "No password was given"],
])("%j gives no password", async (keys, said) => {
  expect((await typed(...keys)).answer).toBe(said);
});

test("reads the first line of piped input", async () => {
  const pipe = new PassThrough();
  pipe.end(" secret-1\r\nand more\n");
  expect(await read(pipe)).toBe(" secret-1");
});
