import { asciiDigits, cleanText, HYPHENS } from "~/lib/text/clean-text";

export const PHONE_MAX = 10;
/** Leaves room for +91, blanks and brackets, so that the field does not cut a pasted number short. */
export const PHONE_INPUT_MAX = 30;

const SIGNS = new RegExp(`[\\s().\\/]|${HYPHENS.source}`, "g");

/** The ten digits of an Indian number such as `+91 98450-12345`, a foreign one as `+442079460000`; other text as it is. */
export function normalizePhone(typed: string) {
  const text = asciiDigits(cleanText(typed)).trim();
  const compact = text.replace("(0)", "").replace(SIGNS, "").replace(/^00/, "+");
  const [, indian] = /^(?:\+?91)?0?(\d{10})$/.exec(compact) ?? [];
  return indian ?? (isForeignPhone(compact) ? compact : text);
}

/** E.164, with its `+`. */
export const isForeignPhone = (phone: string) => /^\+(?!91)[1-9]\d{6,14}$/.test(phone);
