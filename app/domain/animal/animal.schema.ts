import { z } from "zod";
import { listQuery } from "../listing";

export const CATALOGUE_PAGE = 12;

/** What GET /animal and the catalogue take. */
export const ListAnimals = listQuery(["createdAt", "name", "category"], CATALOGUE_PAGE).extend({
  category: z.string().trim().max(100, "Use at most 100 characters").default(""),
});

export type AnimalQuery = z.output<typeof ListAnimals>;
