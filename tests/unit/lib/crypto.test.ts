import { describe, expect, test } from "vitest";
import { hmac, timingSafeEqualText } from "~/lib/crypto.server";

describe("hmac", () => {
  test("depends on the key and the text", () => {
    const mac = hmac("key", "order ZV-7F3K");

    expect(hmac("key", "order ZV-7F3K")).toBe(mac);
    expect(hmac("other", "order ZV-7F3K")).not.toBe(mac);
    expect(hmac("key", "order ZV-7F3M")).not.toBe(mac);
    expect(mac).toMatch(/^[0-9A-HJKMNP-TV-Z]+$/);
    expect(mac.length * 5).toBeGreaterThanOrEqual(128);
  });

  test.each([
    ["ABC", "ABC", true],
    ["ABC", "ABD", false],
    ["ABC", "AB", false],
    ["", "", true],
    ["", "A", false],
    ["ABC", "ÄBC", false], // as many letters, more bytes
    ["é", "e\u0301".slice(0, 1), false],
    ["🦁", "AB", false],
  ])("%j and %j are the same: %j", (a, b, same) => {
    expect(timingSafeEqualText(a, b)).toBe(same);
  });
});
