import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { promptPassword } from "../../../server/commands/prompt-password";

/** Somebody at a terminal who types these keys one after another. */
async function typed(...keys: string[]) {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const screen = new PassThrough();
  let shown = "";
  screen.on("data", (text) => (shown += text));
  const answer = promptPassword(terminal as unknown as NodeJS.ReadStream, screen).catch(
    (error: Error) => error,
  );
  for (const key of keys) {
    await sleep(20);
    terminal.write(key);
  }
  return { answer: await answer, shown };
}

test("prompts twice without echo", async () => {
  expect(await typed("secret-1\r", "secret-1\r")).toEqual({
    answer: "secret-1",
    shown: "Password: \nRepeat password: \n",
  });
});

test.each([
  [["secret-1\r", "secret-2\r"], "The passwords do not match"],
  [["\r"], "No password was given"],
  [["secr", "\u0003"], "Nothing was changed"],
  [["\u0004"], "No password was given"],
])("%j gives no password", async (keys, said) => {
  expect((await typed(...keys)).answer).toEqual(new Error(said));
});

test.each([
  ["secret-1\n", "secret-1"],
  ["secret-1\r\nand more\n", "secret-1"],
  [" with blanks ", " with blanks "],
])("reads the first line of piped input", async (input, password) => {
  const pipe = new PassThrough();
  pipe.end(input);
  expect(await promptPassword(pipe as unknown as NodeJS.ReadStream)).toBe(password);
});
