import { describe, expect, test } from "vitest";
import { decrypt, encrypt } from "~/lib/crypto.server";
import { newSecret, stepOf, toAppUrl } from "~/features/auth/factor/totp.server";

/** The secret of RFC 6238, "12345678901234567890", in Base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("RFC 6238, appendix B, with the last six of its eight digits", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %i seconds", (seconds, code) => {
    expect(stepOf(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });
});

test("the code before and after count as well, those beyond do not", () => {
  const steps = [-60, -30, 0, 30, 60].map((late) =>
    stepOf(SECRET, "050471", (1_111_111_111 + late) * 1_000),
  );
  const step = Math.floor(1_111_111_111 / 30);
  expect(steps).toEqual([undefined, step, step, step, undefined]);
});

test.each(["", "28708", "2870822", "abcdef", "287 082 "])("%j is no code", (code) => {
  expect(stepOf(SECRET, code, 59_000)).toBeUndefined();
});

test("an app gets issuer, account and a new secret of 160 bits", () => {
  const secret = newSecret();
  expect([secret.length, secret === newSecret()]).toEqual([32, false]);
  const url = new URL(toAppUrl(secret, "Tiger Hill", "asha@zoo.test"));
  expect(url.protocol + url.host).toBe("otpauth:totp");
  expect(decodeURIComponent(url.pathname)).toBe("/Tiger Hill:asha@zoo.test");
  expect(url.searchParams.get("secret")).toBe(secret);
});

test("what is encrypted opens with the same secret and purpose, and unaltered only", () => {
  const sealed = encrypt("a secret", "factor", "words");
  const altered = `${sealed.startsWith("A") ? "B" : "A"}${sealed.slice(1)}`;
  expect(decrypt("a secret", "factor", sealed)).toBe("words");
  expect(encrypt("a secret", "factor", "words")).not.toBe(sealed);
  expect([
    decrypt("another", "factor", sealed),
    decrypt("a secret", "other", sealed),
    decrypt("a secret", "factor", altered),
    decrypt("a secret", "factor", ""),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});
