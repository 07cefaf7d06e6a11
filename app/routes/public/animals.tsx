import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { CATALOGUE_PAGE, ListAnimals, type AnimalQuery } from "~/domain/animal/animal.schema";
import { animalCategories, listAnimals } from "~/domain/animal/animals.server";
import { parse } from "~/domain/parse";
import { readQuery } from "~/http/body.server";
import { explain } from "~/http/explain.server";
import { AnimalCards } from "~/ui/animal-cards";
import { AnimalFilter } from "~/ui/animal-filter";
import { EmptyState } from "~/ui/empty-state";
import { Pager } from "~/ui/pager";
import { RedBox } from "~/ui/red-box";
import { pageMeta } from "~/ui/seo";
import { useAddress } from "~/ui/use-address";

const HERE = "/animals";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, {
    heading: "Animals at Zoo Verse",
    description:
      "Meet the mammals, birds, reptiles and invertebrates of Zoo Verse. Search by name or by what they do, and read about each of them.",
    path: data?.found && data.found.page > 1 ? `${HERE}?page=${data.found.page}` : HERE,
    listed: !data?.failure && !data?.q && !data?.category,
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
    return json({ ...typed, categories, found: null, failure: message }, status);
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
  const here = useAddress(["page"]);
  const isNarrowed = q !== "" || category !== "";

  return (
    <div className="wrap section">
      <h1 className="text-display">Animals</h1>
      <p className="mt-3 mb-8 max-w-[36rem] text-lead text-ink-2">
        Everyone who lives here has a page of their own. Search by name or by what they do.
      </p>
      <AnimalFilter {...{ q, category, categories }} clearTo={isNarrowed ? HERE : null} />
      {failure && (
        <div className="mt-6">
          <RedBox>
            <p>Failed to load: {failure}</p>
            <a href={here()} className="mt-1 inline-block">
              Try again
            </a>
          </RedBox>
        </div>
      )}
      {found && (
        <>
          <p role="status" className="mt-6 text-ink-2">
            {resultsLine(found.total, q, category)}
          </p>
          {found.total > 0 ? (
            <>
              <AnimalCards animals={found.animals} />
              <Pager
                page={found.page}
                pages={found.pages}
                hrefFor={(page) => (page > 1 ? here({ page: String(page) }) : here())}
              />
            </>
          ) : (
            <EmptyState
              line={isNarrowed && "Try another word or clear the search."}
              action={isNarrowed && <Link to={HERE}>Clear</Link>}
            >
              No animals found.
            </EmptyState>
          )}
        </>
      )}
    </div>
  );
}

/** `4 animals for “panda” in Birds` */
function resultsLine(total: number, q: string, category: string) {
  const many = total === 1 ? "1 animal" : `${total} animals`;
  return many + (q.trim() && ` for “${q.trim()}”`) + (category.trim() && ` in ${category.trim()}`);
}
