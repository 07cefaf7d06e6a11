import * as z from "zod";
import { isOwnPicture } from "~/features/images/image.rules";
import { listQuery } from "~/lib/pagination.schema";
import { LONGEST, tooLong } from "~/lib/text-limits";
import { neededText, orEmpty, text } from "~/lib/text-fields.schema";
import { CATALOGUE_PAGE, DESCRIPTION_MIN } from "./animal.rules";

const NEEDED = "Name and description are required";

const optional = (limit: number) => text(limit).nullable().transform(orEmpty);

/** An https address of a picture elsewhere, or one of ours. The server never fetches it. */
const imageUrl = optional(LONGEST.address)
  .refine(isPicture, "Image URL must start with https://")
  .meta({ description: "An https address, or the path of a picture of this site" });

const name = neededText(NEEDED, LONGEST.name);
const title = optional(LONGEST.title);
const category = optional(LONGEST.category);
const description = neededText(NEEDED, LONGEST.text);

export const CreateAnimal = z.object({
  name,
  title: title.default(""),
  category: category.default(""),
  description,
  imageUrl: imageUrl.default(""),
});
export type NewAnimal = z.output<typeof CreateAnimal>;

/** Absent means unchanged; "" or null clears title, category and imageUrl (contract 4). */
export const EditAnimal = z.object({
  name: name.optional(),
  title: title.optional(),
  category: category.optional(),
  description: description.optional(),
  imageUrl: imageUrl.optional(),
});
export type AnimalChanges = z.output<typeof EditAnimal>;

/** The staff form, stricter than the server and in its own words (spec 5, animal form). */
export const AnimalInput = CreateAnimal.extend({
  name: neededText("Name is required.", LONGEST.name),
  description: text(LONGEST.text).min(
    DESCRIPTION_MIN,
    `Description should be at least ${DESCRIPTION_MIN} characters.`,
  ),
});

/** What GET /animal and the catalogue take. */
export const ListAnimals = listQuery(["createdAt", "name", "category"], CATALOGUE_PAGE).extend({
  category: z.string().trim().max(LONGEST.category, tooLong(LONGEST.category)).default(""),
});
export type AnimalQuery = z.output<typeof ListAnimals>;

function isPicture(url: string) {
  if (url === "" || isOwnPicture(url)) return true;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed?.protocol === "https:" && !parsed.username && !parsed.password;
}
