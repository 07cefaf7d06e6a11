import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectToTidyUrl } from "~/lib/http/current-url.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { ErrorPage } from "~/components/layout/error-page";
import { pageMeta, zooOf } from "~/features/site/components/seo";
import { animalView } from "~/features/animals/catalogue.presenter.server";
import { toMetaDescription } from "~/features/animals/paragraphs";
import { AnimalNotFound, AnimalScreen } from "~/features/animals/components/animal-screen";

export const meta: MetaFunction<typeof loader> = ({ matches, data, location }) =>
  pageMeta(matches, {
    heading: data ? `${data.name} at ${zooOf(matches).name}` : "Animal not found",
    description: data
      ? toMetaDescription(data.description)
      : `This animal is not at ${zooOf(matches).name}.`,
    path: location.pathname,
    image: data?.imageUrl ? { src: data.imageUrl, alt: data.alt } : null,
    listed: Boolean(data),
  });

export const loader = ({ request, params: { id = "" } }: LoaderFunctionArgs) =>
  withDomainErrors(() => {
    redirectToTidyUrl(request);
    return json(animalView(id));
  });

export default function AnimalPage() {
  return <AnimalScreen {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = () => <ErrorPage notFound={<AnimalNotFound />} />;
