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

test("a password is asked for twice, and nothing of it is shown", async () => {
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
])("of %j comes no password", async (keys, said) => {
  expect((await typed(...keys)).answer).toEqual(new Error(said));
});

test.each([
  ["secret-1\n", "secret-1"],
  ["secret-1\r\nand more\n", "secret-1"],
  [" with blanks ", " with blanks "],
])("what is piped is read to the end of its first line", async (input, password) => {
  const pipe = new PassThrough();
  pipe.end(input);
  expect(await promptPassword(pipe as unknown as NodeJS.ReadStream)).toBe(password);
});
