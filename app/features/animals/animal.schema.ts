import * as z from "zod";
import { isUploadedImage } from "~/features/images/image.rules";
import { paginationQuery } from "~/lib/pagination.schema";
import { atMost, MAX_LENGTH } from "~/lib/text-limits";
import { requiredText, optionalText, text } from "~/lib/text-fields.schema";
import { CATALOGUE_PAGE, DESCRIPTION_MIN, type AnimalField } from "./animal.rules";

const NEEDED = "Name and description are required";

const optional = (limit: number) => text(limit).nullable().transform(optionalText);

/** An https address of an image elsewhere, or one of ours. The server never fetches it. */
const imageUrl = optional(MAX_LENGTH.address)
  .refine(isImageAddress, "Image URL must start with https://")
  .meta({ description: "An https address, or the path or address of a picture of this site" });

const name = requiredText(NEEDED, MAX_LENGTH.name);
const title = optional(MAX_LENGTH.title);
const category = optional(MAX_LENGTH.category);
const description = requiredText(NEEDED, MAX_LENGTH.text);

export const CreateAnimal = z.object({
  name,
  title: title.default(""),
  category: category.default(""),
  description,
  imageUrl: imageUrl.default(""),
} satisfies Record<AnimalField, z.ZodType>);
export type NewAnimal = z.output<typeof CreateAnimal>;

/** Absent means unchanged; "" or null clears title, category and imageUrl. */
export const EditAnimal = z.object({
  name: name.optional(),
  title: title.optional(),
  category: category.optional(),
  description: description.optional(),
  imageUrl: imageUrl.optional(),
} satisfies Record<AnimalField, z.ZodType>);
export type AnimalChanges = z.output<typeof EditAnimal>;

/** The staff form, stricter than the server and in its own words. */
export const AnimalInput = CreateAnimal.extend({
  name: requiredText("Name is required.", MAX_LENGTH.name),
  description: text(MAX_LENGTH.text).min(
    DESCRIPTION_MIN,
    `Description should be at least ${DESCRIPTION_MIN} characters.`,
  ),
});

export const ListAnimals = paginationQuery(
  ["createdAt", "name", "category"],
  CATALOGUE_PAGE,
).extend({
  category: z
    .string()
    .trim()
    .refine(...atMost(MAX_LENGTH.category))
    .meta({ maxLength: MAX_LENGTH.category })
    .default(""),
});
export type AnimalQuery = z.output<typeof ListAnimals>;

function isImageAddress(url: string) {
  if (url === "" || isUploadedImage(url)) return true;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed?.protocol === "https:" && !parsed.username && !parsed.password;
}
