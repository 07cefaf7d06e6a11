import figtree from "./figtree.json";

type Face = "regular" | "bold" | "extended";

export const getFont = (face: Face) => Buffer.from(figtree[face].font, "base64");

const REGULAR = new Set(figtree.regular.letters);
const EXTENDED = new Set(figtree.extended.letters);

type Run = { face: "regular" | "extended"; text: string };

/** Splits text into runs of one font each; null if a character is in none of the fonts. */
export function splitByFont(name: string): Run[] | null {
  const runs: Run[] = [];
  for (const letter of name.normalize("NFC")) {
    const face = REGULAR.has(letter) ? "regular" : EXTENDED.has(letter) ? "extended" : null;
    if (!face) return null;
    const last = runs.at(-1);
    if (last?.face === face) last.text += letter;
    else runs.push({ face, text: letter });
  }
  return runs;
}
