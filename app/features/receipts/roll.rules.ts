/** The pages of a receipt printer's roll, in mm: Chromium takes no length that follows the content. */
const ROLL_LENGTHS = [120, 140, 160, 180, 200, 240, 280, 340, 400] as const;

const LINE_MM = 6.5;
const CHARACTERS_A_LINE = 34;

/**
 * The shortest page on which these texts fit, each on a line of its own or more, with all else of that height; in mm.
 * What is longer than the longest page takes several.
 */
export function rollLength(texts: readonly string[], frameMm: number) {
  const lines = texts.reduce(
    (sum, text) => sum + Math.max(1, Math.ceil(text.length / CHARACTERS_A_LINE)),
    0,
  );
  const needed = frameMm + lines * LINE_MM;
  return ROLL_LENGTHS.find((length) => length >= needed) ?? 400;
}
