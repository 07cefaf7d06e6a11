/** What a form or an API client can set of an animal. */
export const ANIMAL_FIELDS = ["name", "title", "category", "description", "imageUrl"] as const;
export type AnimalField = (typeof ANIMAL_FIELDS)[number];

export const BLANK_ANIMAL = Object.fromEntries(ANIMAL_FIELDS.map((field) => [field, ""])) as Record<
  AnimalField,
  string
>;

export const CATALOGUE_PAGE = 12;

export const DESCRIPTION_MIN = 10;
