import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { hashPassword, hashPasswordSync, verifyPassword } from "~/features/auth/passwords.server";

/** One core at least is left to the visitors. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;
const QUICK = { N: 16, r: 8, p: 1 };
const hash = hashPasswordSync("correct horse 9", QUICK);

test("twenty may wait for their password to be looked at; who comes then is told to come back", async () => {
  const crowd = Array.from({ length: 40 }, () => verifyPassword("correct horse 9", hash));

  const answers = await Promise.allSettled(crowd);

  const refused = answers.filter(({ status }) => status === "rejected");
  const taken = answers.length - refused.length;
  expect(taken).toBe(20 + AT_ONCE);
  expect(answers.slice(0, taken)).toEqual(Array(taken).fill({ status: "fulfilled", value: true }));
  for (const { reason } of refused as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ code: "busy", retryAfter: 5 });
    expect(reason.message).toMatch(/^Too many people are signing in/);
  }
});

test("a crowd that has gone keeps nobody waiting", async () => {
  const crowd = () => Array.from({ length: 21 }, () => verifyPassword("wrong", hash));

  await Promise.all(crowd());

  expect(await Promise.all(crowd())).toEqual(Array(21).fill(false));
});

test("a password is stored at a cost that OWASP lists, at the first start and later", async () => {
  for (const stored of [
    hashPasswordSync("correct horse 9"),
    await hashPassword("correct horse 9"),
  ]) {
    expect(stored).toMatch(/^\$scrypt\$32768,8,3\$[\w-]{22}\$[\w-]{43}$/);
  }
});

test("a password fits however a keyboard writes its accents", async () => {
  const composed = hashPasswordSync("correct h\u00f6rse 9", QUICK);

  expect(await verifyPassword("correct ho\u0308rse 9", composed)).toBe(true);
  expect(await verifyPassword("correct horse 9", composed)).toBe(false);
});
