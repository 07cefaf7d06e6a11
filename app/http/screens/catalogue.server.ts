import { ListAnimals } from "~/domain/animal/animal.schema";
import {
  animalCategories,
  latestAnimals,
  listAnimals,
  type Animal,
} from "~/domain/animal/animals.server";
import { parse } from "~/domain/parse";
import { readQuery } from "../body.server";
import { explain } from "../explain.server";
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
  const found = pagination && { animals: items.map(cardOf), ...pagination };
  return { q, category, categories, found, failure, status };
}

/** The newest animals for the home page; when they cannot be had, why not. */
export function newestAnimals(request: Request, many: number) {
  try {
    return { animals: latestAnimals(many).map(cardOf), failure: null, status: 200 };
  } catch (error) {
    const { status, message } = explain(error, request);
    return { animals: [] as ReturnType<typeof cardOf>[], failure: message, status };
  }
}

const cardOf = ({ id, name, title, category, imageUrl }: Animal) => ({
  id,
  name,
  title,
  category,
  imageUrl,
});

/** An address can hold a null character, a page of HTML cannot. */
const typed = (text = "") => text.replaceAll("\0", "");
