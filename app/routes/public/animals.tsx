import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { CATALOGUE_PAGE, ListAnimals, type AnimalQuery } from "~/domain/animal/animal.schema";
import { animalCategories, listAnimals } from "~/domain/animal/animals.server";
import { parse } from "~/domain/parse";
import { readQuery } from "~/http/body.server";
import { explain } from "~/http/explain.server";
import { AnimalFilter } from "~/ui/animal-filter";
import { AnimalResults } from "~/ui/animal-results";
import { RedBox } from "~/ui/red-box";
import { pageMeta } from "~/ui/seo";

const HERE = "/animals";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, {
    heading: "Animals at Zoo Verse",
    description:
      "Meet the mammals, birds, reptiles and invertebrates of Zoo Verse. Search by name or by what they do, and read about each of them.",
    path: data?.found && data.found.page > 1 ? `${HERE}?page=${data.found.page}` : HERE,
    listed: Boolean(data?.found) && !data?.q && !data?.category,
  });

export function loader({ request }: LoaderFunctionArgs) {
  const { page = "", ...asked } = readQuery(request);
  const typed = { q: shown(asked.q), category: shown(asked.category) };
  let categories: string[] = [];
  try {
    categories = animalCategories();
    const found = catalogue(parse(ListAnimals, { ...typed, page }));
    return json({ ...typed, categories, found, failure: null });
  } catch (error) {
    const { status, message } = explain(error, request);
    const failure = { message, isOurs: status >= 500 };
    return json({ ...typed, categories, found: null, failure }, status);
  }
}

/** An address can hold a null character, a page of HTML cannot. */
const shown = (typed = "") => typed.replaceAll("\0", "");

/** One page of the catalogue: the last one, where the address asks for a later one. */
function catalogue(query: AnimalQuery) {
  const asked = listAnimals({ ...query, limit: CATALOGUE_PAGE });
  const { total, pages } = asked.pagination;
  const page = Math.min(query.page, pages);
  const { items } = page === query.page ? asked : listAnimals({ ...query, page });
  const animals = items.map(({ id, name, title, category, imageUrl }) => ({
    id,
    name,
    title,
    category,
    imageUrl,
  }));
  return { animals, total, page, pages };
}

export default function AnimalsPage() {
  const { q, category, categories, found, failure } = useLoaderData<typeof loader>();
  const clearTo = q || category ? HERE : null;
  return (
    <div className="wrap section">
      <h1 className="text-display">Animals</h1>
      <p className="mt-3 mb-8 max-w-[36rem] text-lead text-ink-2">
        Everyone who lives here has a page of their own. Search by name or by what they do.
      </p>
      <AnimalFilter {...{ q, category, categories }} />
      {failure && <Failure {...failure} />}
      {found && <AnimalResults {...{ found, q, category, clearTo }} />}
    </div>
  );
}

/** Asking for the same again helps only where the fault was ours; else another question does. */
function Failure({ message, isOurs }: { message: string; isOurs: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <div className="mt-6">
      <RedBox>
        <p>Failed to load: {message}</p>
        <a href={isOurs ? pathname + search : HERE} className="mt-1 inline-block">
          {isOurs ? "Try again" : "Clear"}
        </a>
      </RedBox>
    </div>
  );
}
