/**
 * Control characters, and invisible ones that change the direction or the look of the text around them. Left alone are
 * tabs, line breaks, and the joiners that scripts of India and emoji need; U+0000 is refused by the schemas.
 */
const INVISIBLE =
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Typed or pasted text as it is stored: without invisible characters, with plain blanks, in Unicode's normal form. */
export const cleanText = (typed: string) =>
  typed.replace(INVISIBLE, "").replace(BLANKS, " ").normalize("NFC");

/** Text of a person within a sentence: whatever its direction, the words around it stay in their order. */
export const isolate = (text: string) => `\u2068${text}\u2069`;
