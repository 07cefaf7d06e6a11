import demoAnimals from "db/demo/animals.json";
import { widthsOf } from "~/features/images/images.server";

export type Photo = (typeof demoAnimals)[number];

/** The photographs that come with the product, by their address; what staff add has no credit data. */
const byUrl = new Map(demoAnimals.map((animal) => [`/photos/${animal.id}.webp`, animal]));

export const findStockPhoto = (imageUrl: string): Photo | undefined => byUrl.get(imageUrl);

type WithImage = { imageUrl: string; imageId: string | null };

/** How wide each of these animals' images is; null for one on another site. */
export function imageWidths(animals: WithImage[]) {
  const ids = animals.flatMap(({ imageId }) => imageId ?? []);
  const widths = ids.length > 0 ? widthsOf(ids) : [];
  const uploads = new Map(widths.map(({ id, width }) => [id, width]));
  return ({ imageUrl, imageId }: WithImage) =>
    imageId ? (uploads.get(imageId) ?? null) : (findStockPhoto(imageUrl)?.width ?? null);
}

export const photoCredits = () => demoAnimals.map(({ id, name, credit }) => ({ id, name, credit }));
