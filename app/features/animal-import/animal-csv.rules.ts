import { ANIMAL_FIELDS, type AnimalField } from "~/features/animals/animal.rules";
import { foldText } from "~/lib/text/search-text";

/** The columns of animals.csv. A photograph is the name of a file beside it, or an address. */
export const ID_COLUMN = "id";
export const PHOTO_COLUMN = "photo";

export const columnOf = (field: AnimalField) => (field === "imageUrl" ? PHOTO_COLUMN : field);

export const COLUMNS = [ID_COLUMN, ...ANIMAL_FIELDS.map(columnOf)];

/** Ends in the image's id, so that a file of animals alone still names its photographs. */
export const photoName = (animalName: string, imageId: string) =>
  `${[slugOf(animalName), imageId].filter(Boolean).join("-")}.webp`;

export const imageIdIn = (photo: string) => /(?:^|[-/])([0-9a-f]{32})\.webp$/.exec(photo)?.[1];

const slugOf = (name: string) =>
  foldText(name)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
