import { asciiDigits, cleanText, HYPHENS } from "./clean-text";

/** Raise it when `foldText` changes, or what is stored of it: the search indexes are then filled again. */
export const FOLD_VERSION = 2;

/** Accents, vowel points and nuktas; not the vowel signs of Indian scripts, which are letters of their own. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/g;
const UNWRITTEN = new RegExp(`['\`´‘’‚‛′ʹʻʼʽ\u200c\u200d]|${HYPHENS.source}`, "g");
const LETTERS: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" },
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

const ASCII = /^[\x20-\x7e\n]*$/;

/** What is compared instead of the text: without case, accents, apostrophes, hyphens; any script's digits as 0 to 9. */
export function foldText(text: string) {
  if (ASCII.test(text)) return text.toLowerCase().replace(/['`-]/g, "");
  return asciiDigits(cleanText(text).normalize("NFKD").toLowerCase())
    .replace(MARKS, "")
    .replace(UNWRITTEN, "")
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC"); // a vowel sign of two parts is not found by one of them
}

/** Of the search that is running. */
let wanted = { terms: "", words: [""], patterns: [/(?:)/] };

/**
 * Whether all terms, folded and with blanks between them, are in the folded text. One in ASCII, as most are, is not
 * folded: a search reads thousands, and takes a third less time.
 */
export function hasTerms(text: string, terms: string) {
  if (terms !== wanted.terms) {
    const words = terms.split(" ");
    wanted = { terms, words, patterns: words.map(asTyped) };
  }
  if (ASCII.test(text)) return wanted.patterns.every((pattern) => pattern.test(text));
  const folded = foldText(text);
  return wanted.words.every((word) => folded.includes(word));
}

/** Finds a folded word in a text in ASCII: the other way round of `foldText`. */
function asTyped(word: string) {
  const letters = Array.from(word, (letter) => letter.replace(/[\\^$.*+?()[\]{}|]/, "\\$&"));
  return new RegExp(letters.join("['`-]*"), "i");
}

const BETWEEN_LETTERS = new RegExp(`(?<=\\p{L}\\p{M}*)(?:${HYPHENS.source})(?=\\p{L})`, "gu");

/** The words that were typed, folded, each once. All of them have to be found, in any order. */
export function searchTerms(typed: string) {
  const words = foldText(cleanText(typed).replace(BETWEEN_LETTERS, " ")).split(/\s+/);
  return [...new Set(words.map(withoutPunctuation).filter(Boolean))];
}

/** Without the comma of `zebra,` and the sign of `#ZV-7H2B`. A word of nothing else stays. */
const withoutPunctuation = (word: string) =>
  word.replace(/^[#"“”«([{]{1,9}|[,;:.!?"“”»)\]}।]{1,9}$/g, "") || word;
