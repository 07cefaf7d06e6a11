import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { GzipTemplate } from "../../../server/gzip-template";

test("decompresses to the plain page for any content and token", () => {
  const text = fc.string({ maxLength: 3000, unit: "grapheme" });
  fc.assert(
    fc.property(text, text, fc.string({ maxLength: 200 }), (before, after, words) => {
      const page = Buffer.from(`${before}GAP${after}`);
      const stamped = new GzipTemplate(page, Buffer.byteLength(before), 3);
      const whole = before + words + after;
      expect(stamped.plain(words).toString()).toBe(Buffer.from(whole).toString());
      expect(gunzipSync(stamped.gzip(words)).toString()).toBe(Buffer.from(whole).toString());
    }),
  );
});

test("still compresses the page", () => {
  const page = Buffer.from("<li>An animal</li>".repeat(500).replace("An", "GAP"));
  const bytes = new GzipTemplate(page, page.indexOf("GAP"), 3).gzip("A stamp");

  expect(bytes.length).toBeLessThan(page.length / 10);
});
