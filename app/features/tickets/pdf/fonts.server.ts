import figtree from "./figtree.json";

/** The fonts of a PDF, which the build carries, and what to do about letters they lack. */

type Face = "regular" | "bold" | "extended";

export const getFont = (face: Face) => Buffer.from(figtree[face].font, "base64");

const REGULAR = new Set(figtree.regular.letters);
const EXTENDED = new Set(figtree.extended.letters);

type Run = { face: "regular" | "extended"; text: string };

/** A name in pieces of one font each; null when it has letters that no font here can write. */
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
