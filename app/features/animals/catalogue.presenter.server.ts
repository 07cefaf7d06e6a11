import { pick } from "~/lib/pick";
import { ANIMAL_FIELDS } from "./animal.rules";
import { ListAnimals } from "./animal.schema";
import {
  animalCategories,
  findAnimal,
  latestAnimals,
  listAnimals,
  type Animal,
} from "./animals.server";
import { findStockPhoto, imageWidths } from "./stock-photos.server";
import { readQuery } from "~/lib/http/read-body.server";
import { loadList, loadOrError } from "~/lib/http/load-or-error.server";

export async function catalogueView(request: Request) {
  const { page = "", ...filters } = readQuery(request);
  const [q, category] = [typed(filters.q), typed(filters.category)];
  const known = await loadOrError(request, animalCategories);
  if (!known.data)
    return {
      q,
      category,
      categories: [],
      results: null,
      failure: known.failure,
      status: known.status,
    };

  const list = await loadList(request, ListAnimals, { q, category, page }, listAnimals);
  const { items, pagination, failure, status } = list;
  const results = pagination && { animals: cardsOf(items), ...pagination };
  return { q, category, categories: known.data, results, failure, status };
}

export async function newestAnimals(request: Request, limit: number) {
  const { data: results, ...rest } = await loadOrError(request, () =>
    cardsOf(latestAnimals(limit)),
  );
  return { animals: results ?? [], ...rest };
}

export function animalView(id: string) {
  const animal = findAnimal(id);
  const { name, imageUrl } = animal;
  const imageWidth = imageWidths([animal])(animal);
  const photo = findStockPhoto(imageUrl);
  const alt = imageUrl && (photo?.alt ?? name);
  return { ...pick(animal, ANIMAL_FIELDS), imageWidth, alt, credit: photo?.credit };
}

function cardsOf(animals: Animal[]) {
  const widthOf = imageWidths(animals);
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
