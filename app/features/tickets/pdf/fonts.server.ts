import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Files, which PDFKit reads. The executable has them at the same paths in its folder. */
export const REGULAR =
  require.resolve("@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf");
export const BOLD = require.resolve("@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf");

/** PDFKit's types leave out the font that it has read. */
type WithFont = { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };

/** Whether the current font has every letter of a text. */
export function canRender(pdf: PDFKit.PDFDocument, text: string) {
  const { font } = (pdf as unknown as WithFont)._font;
  return [...text].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
}
