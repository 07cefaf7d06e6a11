import { createRequire } from "node:module";

type Pdf = PDFKit.PDFDocument;

const require = createRequire(import.meta.url);

/** Files, which PDFKit reads. The executable has them at the same paths in its folder. */
export const REGULAR =
  require.resolve("@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf");
export const BOLD = require.resolve("@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf");

/** By their codes in Unicode. */
const SCRIPTS = {
  Deva: "Devanagari",
  Beng: "Bengali",
  Taml: "Tamil",
  Telu: "Telugu",
  Knda: "Kannada",
  Mlym: "Malayalam",
  Gujr: "Gujarati",
  Guru: "Gurmukhi",
  Orya: "Oriya",
};

const noto = (folder: string, name: string) =>
  require.resolve(`@expo-google-fonts/noto-sans${folder}/400Regular/${name}_400Regular.ttf`);

/** For letters that Figtree lacks. Each file is read when a name first needs it. */
const BY_LETTER: [RegExp, string][] = [
  [/./su, REGULAR],
  ...Object.entries(SCRIPTS).map(([code, name]): [RegExp, string] => [
    new RegExp(`\\p{scx=${code}}`, "u"),
    noto(`-${name.toLowerCase()}`, `NotoSans${name}`),
  ]),
  [/./su, noto("", "NotoSans")],
];

const MISSING = "?";

/** PDFKit's types leave out the font that it has read. */
type WithFont = {
  _font: {
    font: {
      hasGlyphForCodePoint(code: number): boolean;
      _layoutEngine: { engine?: { GPOSProcessor?: SignPlacer } };
    };
  };
};
type SignPlacer = { applyAnchor(sign: object, place: object | null, letter: number): void };

/** The scripts' own joiners; and what only chooses between the looks of an emoji. */
const UNSEEN = /[\u200c\u200d\ufe0e\ufe0f]/g;

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

type Run = { font: string; text: string };

/** A text in pieces of one font each: of words, or of letters where no font has all of a word. `first` where it has them. */
export function toRuns(pdf: Pdf, text: string, first = REGULAR): Run[] {
  const runs: Run[] = [];
  const pieces = text
    .split(/(?<= )/)
    .flatMap((word) =>
      fontFor(pdf, word, first)
        ? [word]
        : Array.from(letters.segment(word), ({ segment }) => segment),
    );
  for (const piece of pieces) {
    const font = fontFor(pdf, piece, first);
    const run = font ? { font, text: piece } : { font: REGULAR, text: MISSING };
    const last = runs.at(-1);
    if (last?.font === run.font) last.text += run.text;
    else runs.push(run);
  }
  return runs;
}

const fontFor = (pdf: Pdf, text: string, first: string) =>
  canRender(pdf.font(first), text)
    ? first
    : BY_LETTER.find(([script, font]) => script.test(text) && canRender(pdf.font(font), text))?.[1];

/** Whether the current font has every letter of a text. */
function canRender(pdf: Pdf, text: string) {
  const { font } = (pdf as unknown as WithFont)._font;
  allowMissingPlaces(font._layoutEngine.engine?.GPOSProcessor);
  return [...text.replace(UNSEEN, "")].every((letter) =>
    font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  );
}

/** Fonts may name no place for a sign on a letter; fontkit 2.0.4 throws there. */
function allowMissingPlaces(placer: SignPlacer | undefined) {
  if (!placer || Object.hasOwn(placer, "applyAnchor")) return;
  const { applyAnchor } = placer;
  placer.applyAnchor = (sign, place, letter) => {
    if (place) applyAnchor.call(placer, sign, place, letter);
  };
}
