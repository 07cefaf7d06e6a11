import { ListAnimals } from "~/domain/animal/animal.schema";
import { animalCategories, listAnimals } from "~/domain/animal/animals.server";
import { parse } from "~/domain/parse";
import { readQuery } from "./body.server";
import { listed } from "./listed.server";

/** What the catalogue shows for an address: one page of the animals that were asked for, or why not. */
export async function catalogue(request: Request) {
  const { page = "", ...asked } = readQuery(request);
  const [q, category] = [typed(asked.q), typed(asked.category)];
  let categories: string[] = [];
  const ask = () => {
    categories = animalCategories();
    return parse(ListAnimals, { q, category, page });
  };
  const { items, pagination, failure, status } = await listed(request, ask, listAnimals);
  const animals = items.map(({ id, name, title, category, imageUrl }) => ({
    id,
    name,
    title,
    category,
    imageUrl,
  }));
  const found = pagination && { animals, ...pagination };
  return { q, category, categories, found, failure, status };
}

/** An address can hold a null character, a page of HTML cannot. */
const typed = (text = "") => text.replaceAll("\0", "");
