/**
 * Control characters, and invisible ones that change the direction or the look of the text around them. Left alone are
 * tabs, line breaks, and the joiners that scripts of India and emoji need; schemas reject U+0000.
 */
const INVISIBLE =
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Typed or pasted text as it is stored: without invisible characters, with plain blanks, in Unicode's normal form. */
export const cleanText = (typed: string) =>
  typed.replace(INVISIBLE, "").replace(BLANKS, " ").normalize("NFC");

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name in a sentence, like `bdi`: in Arabic or Hebrew letters it would turn the words around it. */
export const isolate = (name: string) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** SQLite's length() ends at a NUL, and lone surrogates cannot be stored. */
export const isStorable = (typed: string) => !typed.includes("\0") && typed.isWellFormed();
/** What of this a pattern can say that every regex engine reads. */
export const STORABLE_PATTERN = { pattern: String.raw`^[^\x00]*$` };
export const INVALID_TEXT_ERROR = "Remove characters that are not text";

export const MAX_LENGTH = {
  name: 100,
  title: 150,
  category: 100,
  subject: 200,
  search: 200,
  email: 254,
  address: 2_048,
  text: 5_000,
};

export const maxLengthError = (maxLength: number) => ({
  error: ({ input }: { input?: unknown }) =>
    `Use at most ${maxLength} characters, not ${String(input).length}`,
});

export function truncate(text: string, maxLength: number) {
  if (text.length <= maxLength) return text;
  const letters = Array.from(text.slice(0, 2 * (maxLength + 1)));
  if (letters.length <= maxLength) return text;
  const start = letters.slice(0, maxLength + 1).join("");
  const cut = start.slice(0, Math.max(0, start.search(/\s\S*$/))).trimEnd();
  return `${cut || letters.slice(0, maxLength).join("")}…`;
}
