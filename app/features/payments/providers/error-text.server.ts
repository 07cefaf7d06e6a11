const MAX_LENGTH = 200;

const isKey = (word: string) => /\b(?:rzp|sk|rk|pk|whsec)_\w/.test(word);
/** Of a phone, a card or a bank account. */
const isNumber = (word: string) => !/[a-z]/i.test(word) && word.replace(/\D/g, "").length >= 8;

/** A provider's text for people, without what must not get into logs and pages: addresses, UPI ids, numbers, keys. */
export const withoutPersonalData = (text: string) =>
  text
    .slice(0, MAX_LENGTH)
    .split(/\s+/)
    .map((word) => (word.includes("@") || isKey(word) || isNumber(word) ? "…" : word))
    .join(" ")
    .trim();
