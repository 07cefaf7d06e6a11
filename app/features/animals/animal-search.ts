type Words = { name: string; title: string; category: string; description: string };

/** Letters without case and accents, so that `pingüino` and `PINGUINO` are the same. */
export const plain = (text: string) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss");

/** The text that the search covers, stored with the animal. */
export const searchTextOf = ({ name, title, category, description }: Words) =>
  plain([name, title, category, description].join("\n"));

/** Every word that was typed has to be found, whole or in part, in any order. */
export const searchWords = (typed: string) => plain(typed).split(/\s+/).filter(Boolean);
