import { foldText } from "~/lib/text/search-text";
import { ANIMAL_FIELDS, type AnimalField } from "./animal.rules";

type SearchedField = Exclude<AnimalField, "imageUrl">;
const SEARCHED_FIELDS = ANIMAL_FIELDS.filter(
  (field): field is SearchedField => field !== "imageUrl",
);

/** `name, title and category`. Without Intl, which takes 15 ms at startup. */
export const listSearchedFields = (conjunction: "and" | "or") =>
  SEARCHED_FIELDS.join(", ").replace(/, (\w+)$/, ` ${conjunction} $1`);

/** The texts of an animal, folded. */
export const buildSearchText = (animal: Partial<Record<SearchedField, string>>) =>
  foldText(SEARCHED_FIELDS.map((field) => animal[field] ?? "").join("\n"));
