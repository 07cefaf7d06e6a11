import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { catalogueView } from "~/features/animals/catalogue.presenter.server";
import { AnimalFilter } from "~/features/animals/components/animal-filter";
import { AnimalResults } from "~/features/animals/components/animal-results";
import { ErrorAlert } from "~/components/ui/error-alert";
import { pageMeta, zooOf } from "~/features/site/components/seo";
import { isOwnZoo } from "~/features/zoo/zoo-profile";

const PATH = "/animals";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, {
    heading: `Animals at ${zooOf(matches).name}`,
    description: `Meet the ${isOwnZoo(zooOf(matches)) ? "animals" : "mammals, birds, reptiles and invertebrates"} of ${zooOf(matches).name}. Search by name or by what they do, and read about each of them.`,
    path: data?.results && data.results.page > 1 ? `${PATH}?page=${data.results.page}` : PATH,
    listed: Boolean(data?.results) && !data?.q && !data?.category,
  });

export async function loader({ request }: LoaderFunctionArgs) {
  const view = await catalogueView(request);
  return json(view, view.status);
}

export default function AnimalsPage() {
  const { q, category, categories, results, failure, status } = useLoaderData<typeof loader>();
  const clearTo = q || category ? PATH : null;
  return (
    <div className="wrap section">
      <h1 className="text-display">Animals</h1>
      <p className="mt-3 mb-8 max-w-[36rem] text-lead text-ink-2">
        Everyone who lives here has a page of their own. Search by name or by what they do.
      </p>
      <AnimalFilter q={q} category={category} categories={categories} />
      {failure && <Failure message={failure} isOurs={status >= 500} />}
      {results && <AnimalResults results={results} q={q} category={category} clearTo={clearTo} />}
    </div>
  );
}

function Failure({ message, isOurs }: { message: string; isOurs: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <div className="mt-6">
      <ErrorAlert>
        <p>Failed to load: {message}</p>
        <a href={isOurs ? pathname + search : PATH} className="mt-1 inline-block">
          {isOurs ? "Try again" : "Clear"}
        </a>
      </ErrorAlert>
    </div>
  );
}
