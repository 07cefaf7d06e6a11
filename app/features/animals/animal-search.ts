import { ANIMAL_FIELDS, type AnimalField } from "./animal.rules";

type SearchedField = Exclude<AnimalField, "imageUrl">;
const SEARCHED_FIELDS = ANIMAL_FIELDS.filter(
  (field): field is SearchedField => field !== "imageUrl",
);

/** `name, title and category`. Without Intl, which takes 15 ms at startup. */
export const listSearchedFields = (conjunction: "and" | "or") =>
  SEARCHED_FIELDS.join(", ").replace(/, (\w+)$/, ` ${conjunction} $1`);

/** Letters without case and accents, so that `pingüino` and `PINGUINO` are the same. */
export const normalize = (text: string) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss");

export const buildSearchText = (animal: Partial<Record<SearchedField, string>>) =>
  normalize(SEARCHED_FIELDS.map((field) => animal[field]).join("\n"));

/** Each typed word has to be found, fully or in part, in any order. */
export const searchTerms = (typed: string) => normalize(typed).split(/\s+/).filter(Boolean);
