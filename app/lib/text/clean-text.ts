/**
 * Control characters, and invisible ones that change the direction or the look of the text around them. Left alone are
 * tabs, line breaks, and the joiners that scripts of India and emoji need; schemas reject U+0000.
 */
const INVISIBLE =
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

export const HYPHENS = /[-\u05be\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/;

/** Typed or pasted text as it is stored: without invisible characters, with plain blanks, in Unicode's normal form. */
export const cleanText = (typed: string) =>
  typed.replace(INVISIBLE, "").replace(BLANKS, " ").normalize("NFC");

/** Devanagari, Arabic, wide and all other digits as 0 to 9. */
export const asciiDigits = (typed: string) =>
  typed.replace(/[^\P{Nd}0-9]/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));

/** Each script's digits follow each other, from zero. */
function digitValue(codePoint: number) {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return value;
}

/** A typed number without what people write around its digits: blanks, commas between groups, and ₹. */
export const cleanNumber = (typed = "") =>
  asciiDigits(cleanText(typed)).replace(/[\s₹]|,(?=\d{2,3}(?!\d))/g, "");

const SEPARATORS = new RegExp(`[\\s#\u200c\u200d]|${HYPHENS.source}`, "g");

/** A code or an order number as it is compared: capital letters and digits without blanks, hyphens and `#`. */
export const compactCode = (typed: string) =>
  asciiDigits(cleanText(typed).normalize("NFKC")).toUpperCase().replace(SEPARATORS, "");

/** An address as pasted, such as `mailto:asha@zoo.test,`. */
export const cleanEmail = (typed: string) =>
  cleanText(typed.normalize("NFKC"))
    .trim()
    .replace(/^mailto:|[.,;:]{1,3}$/gi, "");

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name in a sentence, like `bdi`: in Arabic or Hebrew letters it would turn the words around it. */
export const isolate = (name: string) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
