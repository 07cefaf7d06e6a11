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

/** For `refine`. An emoji is one character, though JavaScript counts two. */
export const atMost = (limit: number) =>
  [
    (text: string) => countCharacters(text) <= limit,
    {
      error: ({ input }: { input?: unknown }) =>
        `Use at most ${limit} characters, not ${countCharacters(String(input))}`,
    },
  ] as const;

const countCharacters = (text: string) => [...text].length;

export function truncate(text: string, maxLength: number) {
  if (text.length <= maxLength) return text;
  const letters = Array.from(text.slice(0, 2 * (maxLength + 1)));
  if (letters.length <= maxLength) return text;
  const start = letters.slice(0, maxLength + 1).join("");
  const cut = start.slice(0, Math.max(0, start.search(/\s\S*$/))).trimEnd();
  return `${cut || letters.slice(0, maxLength).join("")}…`;
}
