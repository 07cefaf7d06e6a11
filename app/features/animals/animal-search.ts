type SearchableText = { name: string; title: string; category: string; description: string };

/** Letters without case and accents, so that `pingüino` and `PINGUINO` are the same. */
export const normalize = (text: string) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss");

/** The text that the search covers, stored with the animal. */
export const buildSearchText = ({ name, title, category, description }: SearchableText) =>
  normalize([name, title, category, description].join("\n"));

/** Every word that was typed has to be found, entire or in part, in any order. */
export const searchTerms = (typed: string) => normalize(typed).split(/\s+/).filter(Boolean);
