/** What a search costs must not grow with the zoo, so it has bounds that its reader is told of. */

/** Fewer letters than this no index can find. */
export const SHORTEST = 3;

/** So many of the newest rows are looked through for fewer letters. */
export const LOOKED_THROUGH = 20_000;

/** The newest of what was found; whoever has more than this needs a longer word. */
export const MOST_FOUND = 10_000;

/** What a reader should know about what was found; nothing where everything was looked through. */
export function searchNote(typed: string, found: number): string | undefined {
  const letters = [...typed.trim()].length;
  if (letters > 0 && letters < SHORTEST) {
    return `Fewer than three letters are looked for in the newest ${inLakhs(LOOKED_THROUGH)} only.`;
  }
  if (letters > 0 && found === MOST_FOUND) {
    return `These are the newest ${inLakhs(MOST_FOUND)} that were found. A longer word finds fewer.`;
  }
  return undefined;
}

const inLakhs = (count: number) => count.toLocaleString("en-IN");
