/**
 * Text that comes back as it was sent: SQLite's length ends at a NUL, and half a surrogate pair cannot be stored.
 */
export const TEXT = /^[^\u0000\p{Cs}]*$/u;
export const NOT_TEXT = "Remove characters that are not text";

/** How long texts may be, in characters (contract 2, 6). */
export const LONGEST = {
  name: 100,
  title: 150,
  category: 100,
  subject: 200,
  search: 200,
  email: 254,
  address: 2_048,
  text: 5_000,
};

/** What a schema says of a longer text, with its length: whoever pasted it cannot count. */
export const tooLong = (most: number) => ({
  error: ({ input }: { input?: unknown }) =>
    `Use at most ${most} characters, not ${String(input).length}`,
});

/** The beginning of a text, at most this many letters and ending with a whole word; `…` stands for the rest. */
export function beginningOf(text: string, most: number) {
  if (text.length <= most) return text;
  const letters = Array.from(text.slice(0, 2 * (most + 1))); // a letter may take two of a string's units
  if (letters.length <= most) return text;
  const start = letters.slice(0, most + 1).join("");
  const end = start.search(/\s+\S*$/);
  return `${end > 0 ? start.slice(0, end) : letters.slice(0, most).join("")}…`;
}
