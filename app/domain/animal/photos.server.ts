import demoAnimals from "db/demo/animals.json";

export type Photo = (typeof demoAnimals)[number];

/** The photographs that come with the product, by their address; what staff add has no credit data. */
const byUrl = new Map(demoAnimals.map((animal) => [`/photos/${animal.id}.webp`, animal]));

/** Alt text and credit of a photograph of ours; undefined for any other picture. */
export const photoAt = (imageUrl: string): Photo | undefined => byUrl.get(imageUrl);

export const photoCredits = () => demoAnimals.map(({ id, name, credit }) => ({ id, name, credit }));
