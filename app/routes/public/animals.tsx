import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { catalogueView } from "~/features/animals/catalogue.presenter.server";
import { AnimalFilter } from "~/features/animals/components/animal-filter";
import { AnimalResults } from "~/features/animals/components/animal-results";
import { RedBox } from "~/components/ui/error-alert";
import { pageMeta } from "~/features/site/components/seo";

const HERE = "/animals";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, {
    heading: "Animals at Zoo Verse",
    description:
      "Meet the mammals, birds, reptiles and invertebrates of Zoo Verse. Search by name or by what they do, and read about each of them.",
    path: data?.found && data.found.page > 1 ? `${HERE}?page=${data.found.page}` : HERE,
    listed: Boolean(data?.found) && !data?.q && !data?.category,
  });

export async function loader({ request }: LoaderFunctionArgs) {
  const view = await catalogueView(request);
  return json(view, view.status);
}

export default function AnimalsPage() {
  const { q, category, categories, found, failure, status } = useLoaderData<typeof loader>();
  const clearTo = q || category ? HERE : null;
  return (
    <div className="wrap section">
      <h1 className="text-display">Animals</h1>
      <p className="mt-3 mb-8 max-w-[36rem] text-lead text-ink-2">
        Everyone who lives here has a page of their own. Search by name or by what they do.
      </p>
      <AnimalFilter q={q} category={category} categories={categories} />
      {failure && <Failure message={failure} isOurs={status >= 500} />}
      {found && <AnimalResults found={found} q={q} category={category} clearTo={clearTo} />}
    </div>
  );
}

/** Trying again helps only when the fault was ours; otherwise the search has to change. */
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
