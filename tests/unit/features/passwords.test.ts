import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { hashPassword, hashPasswordSync, verifyPassword } from "~/features/auth/passwords.server";

/** One core at least is left to the visitors. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;
const QUICK = { N: 16, r: 8, p: 1 };
const hash = hashPasswordSync("correct horse 9", QUICK);

test("queues twenty verifications and rejects more", async () => {
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

test("aborted requests leave the queue", async () => {
  const crowd = () => Array.from({ length: 21 }, () => verifyPassword("wrong", hash));

  await Promise.all(crowd());

  expect(await Promise.all(crowd())).toEqual(Array(21).fill(false));
});

test("a known device goes before strangers, and is not counted with them", async () => {
  const done: string[] = [];
  const verify = (who: string, lane: "known" | "stranger") =>
    verifyPassword("wrong", hash, lane).then(() => done.push(who));
  const crowd = Array.from({ length: 40 }, () => verify("stranger", "stranger"));
  const known = verify("known", "known");
  const settled = await Promise.allSettled([...crowd, known]);

  expect(settled.at(-1)?.status).toBe("fulfilled");
  expect(done.indexOf("known")).toBeLessThanOrEqual(2 * AT_ONCE);
  expect(done).toHaveLength(21 + AT_ONCE);
});

test("hashes passwords at a cost that OWASP lists", async () => {
  for (const stored of [
    hashPasswordSync("correct horse 9"),
    await hashPassword("correct horse 9"),
  ]) {
    expect(stored).toMatch(/^\$scrypt\$32768,8,3\$[\w-]{22}\$[\w-]{43}$/);
  }
});

test("verifies a password in any Unicode normalization", async () => {
  const composed = hashPasswordSync("correct h\u00f6rse 9", QUICK);

  expect(await verifyPassword("correct ho\u0308rse 9", composed)).toBe(true);
  expect(await verifyPassword("correct horse 9", composed)).toBe(false);
});
