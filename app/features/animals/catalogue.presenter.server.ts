import { ListAnimals } from "./animal.schema";
import { animalCategories, latestAnimals, listAnimals, type Animal } from "./animals.server";
import { pictureWidths } from "./stock-photos.server";
import { readQuery } from "~/lib/http/read-body.server";
import { listOrFailure, orFailure } from "~/lib/http/load-or-error.server";

/** The catalogue for an address: one page of the matching animals, or why there is none. */
export async function catalogueView(request: Request) {
  const { page = "", ...asked } = readQuery(request);
  const [q, category] = [typed(asked.q), typed(asked.category)];
  const known = await orFailure(request, animalCategories);
  if (!known.found) return { q, category, categories: [], ...known };

  const list = await listOrFailure(request, ListAnimals, { q, category, page }, listAnimals);
  const { items, pagination, failure, status } = list;
  const found = pagination && { animals: cardsOf(items), ...pagination };
  return { q, category, categories: known.found, found, failure, status };
}

/** The newest animals for the home page, or why they could not be loaded. */
export async function newestAnimals(request: Request, many: number) {
  const { found, ...rest } = await orFailure(request, () => cardsOf(latestAnimals(many)));
  return { animals: found ?? [], ...rest };
}

function cardsOf(animals: Animal[]) {
  const widthOf = pictureWidths(animals);
  return animals.map((animal) => ({
    id: animal.id,
    name: animal.name,
    title: animal.title,
    category: animal.category,
    imageUrl: animal.imageUrl,
    imageWidth: widthOf(animal),
  }));
}

/** An address can hold a null character, a page of HTML cannot. */
const typed = (text = "") => text.replaceAll("\0", "");
