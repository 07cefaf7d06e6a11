const MAX_LENGTH = 200;

const isKey = (word: string) => /\b(?:rzp|sk|rk|pk|whsec)_\w/.test(word);
/** Of a phone, a card or a bank account, in groups or not; an id of the provider begins with letters. */
const NUMBER = /(?<![\w.])\+?\(?\d(?:[\s()./-]{0,2}\d){7,}/g;

/** A provider's text for people, without what must not get into logs and pages: addresses, UPI ids, numbers, keys. */
export const withoutPersonalData = (text: string) =>
  text
    .slice(0, MAX_LENGTH)
    .replace(NUMBER, "…")
    .split(/\s+/)
    .map((word) => (word.includes("@") || isKey(word) ? "…" : word))
    .join(" ")
    .trim();
