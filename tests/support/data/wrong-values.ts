import fc from "fast-check";
import type { Shape } from "~/api/api-docs.server";

export const isText = (text: string) => !/\p{Cs}/u.test(text);
const long = (most: number) => fc.integer({ min: most + 1, max: 60_000 }).map((n) => "x".repeat(n));
export const odd = fc.constantFrom("\u0000", "a\u0000b", "\ud800", "x\udfff", "\u0000".repeat(50));
export const junk = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "' OR 1=1 --", "${7*7}", "\r\nSet-Cookie: a=b", "🦁"),
  fc.string({ minLength: 1, maxLength: 40, unit: "binary" }).map((text) => `!${text}`),
);
export const numbers = fc.constantFrom(0, -0, 1e308, -1e308, 0.5, 2 ** 53, 7);
const things = fc.constantFrom<unknown>(
  ...[[], {}, [[]], ["x"], { $gt: "" }, { length: 1 }, [null], JSON.parse('{"__proto__":{"a":1}}')],
);

/** Values that a field of this shape cannot have. */
export function wrongFor(shape: Shape): fc.Arbitrary<unknown> {
  const options = (shape.anyOf as Shape[] | undefined) ?? [shape];
  const text = options.find(({ type }) => type === "string");
  const isNullable = options.some(({ type }) => type === "null");
  const none = isNullable ? [] : [fc.constant(null)];
  if (text)
    return fc.oneof(numbers, fc.boolean(), things, ...none, ...wrongTexts({ ...shape, ...text }));
  const texts = fc.oneof(junk, fc.constantFrom("1", "true", "", "null"));
  if (shape.type === "boolean") return fc.oneof(texts, numbers, things, fc.constant(null));
  if (shape.type === "integer") {
    const outside = fc.constantFrom(-1, 11, 0.5, 1e308, -1e308, 2 ** 53, 1e-7);
    return fc.oneof(outside, texts, things, fc.boolean(), fc.constant(null));
  }
  const many = fc.constant(Array(51).fill({ ticketType: "adult", quantity: 0 }));
  return fc.oneof(texts, numbers, fc.boolean(), fc.constant([]), fc.constant([null]), many);
}

function wrongTexts({ minLength, maxLength, pattern, format, ...shape }: Shape) {
  const wrong: fc.Arbitrary<string>[] = [];
  if (minLength) wrong.push(fc.constant(""));
  if (maxLength) wrong.push(long(Number(maxLength)));
  if (String(pattern ?? "").includes("x00")) wrong.push(odd);
  if (shape.enum || shape.const)
    wrong.push(junk, odd, fc.constantFrom(" paid", "ADULT", "usd"));
  if ((shape.enum || shape.const) && !/blank/i.test(String(shape.description)))
    wrong.push(fc.constant(""));
  if (format === "email") {
    wrong.push(
      junk,
      odd,
      fc.constantFrom("a", "a@", "@b.de", "a@b", "a b@c.de", "a@b.de\r\nBcc: c@d.ef"),
    );
  }
  if (format === "date") {
    wrong.push(
      junk,
      odd,
      fc.constantFrom("2026-02-30", "2026-13-01", "2026-8-1", "0", "9999-99-99"),
    );
  }
  return wrong;
}
