import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { findAnimal } from "~/features/animals/animals.server";
import { photoAt, pictureWidths } from "~/features/animals/stock-photos.server";
import { beginningOf } from "~/lib/text-limits";
import { orResponse } from "~/lib/http/domain-error-response.server";
import { ImageOrPaw } from "~/features/animals/components/animal-image";
import { CategoryChip } from "~/features/animals/components/category-chip";
import { PhotoCredit } from "~/features/animals/components/photo-credit";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { PRICE_LINE } from "~/features/booking/components/price-line";
import { ErrorPage } from "~/components/layout/error-page";
import { pageMeta } from "~/features/site/components/seo";

export const meta: MetaFunction<typeof loader> = ({ matches, data, location }) =>
  pageMeta(matches, {
    heading: data ? `${data.name} at Zoo Verse` : "Animal not found",
    description: data ? oneParagraph(data.description) : "This animal is not at Zoo Verse.",
    path: location.pathname,
    picture: data?.imageUrl ? { src: data.imageUrl, alt: data.alt } : null,
    listed: Boolean(data),
  });

export const loader = ({ params: { id = "" } }: LoaderFunctionArgs) =>
  orResponse(() => {
    const animal = findAnimal(id);
    const { name, title, category, description, imageUrl } = animal;
    const imageWidth = pictureWidths([animal])(animal);
    const photo = photoAt(imageUrl);
    const alt = imageUrl && (photo?.alt ?? name);
    const picture = { imageUrl, imageWidth, alt, credit: photo?.credit };
    return json({ name, title, category, description, ...picture });
  });

export default function AnimalPage() {
  const { name, title, category, description, imageUrl, imageWidth, alt, credit } =
    useLoaderData<typeof loader>();
  return (
    <div className="wrap pt-4 pb-[clamp(3rem,2rem+4vw,5.5rem)] lg:pt-8">
      <ButtonLink to="/animals" variant="ghost" className="-ml-4.5">
        <Icon of={ArrowLeft} size={18} /> Back to Animals
      </ButtonLink>
      <div className="mt-3 grid items-start gap-6 lg:grid-cols-[7fr_5fr] lg:gap-14">
        <figure className="-mx-4 md:mx-0">
          <ImageOrPaw
            imageUrl={imageUrl}
            imageWidth={imageWidth}
            alt={alt}
            eager
            sizes="(min-width: 80rem) 42rem, (min-width: 64rem) 54vw, 100vw"
            className="photo md:rounded-photo"
          />
          {credit && (
            <figcaption className="px-4 pt-2 text-small text-ink-3 md:px-0">
              Photograph: <PhotoCredit of={name} credit={credit} />
            </figcaption>
          )}
        </figure>
        <article className="min-w-0">
          {title && category && <CategoryChip category={category} />}
          <h1 className="mt-3 text-display uppercase">{name}</h1>
          <p className={`mt-2 text-lead text-ink-2 ${title ? "italic" : ""}`}>
            {title || category}
          </p>
          <div className="mt-5 grid gap-4">
            {paragraphs(description).map((text, index) => (
              <p key={index}>{text}</p>
            ))}
          </div>
          <SeeItForYourself />
        </article>
      </div>
    </div>
  );
}

function SeeItForYourself() {
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-4 rounded-card bg-sunken p-5">
      <p>
        <span className="font-semibold">See it for yourself:</span> {PRICE_LINE}
      </p>
      <ButtonLink to="/tickets" size={52} className="max-sm:w-full">
        Book Tickets
      </ButtonLink>
    </div>
  );
}

const paragraphs = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** As much as a search engine shows. */
const oneParagraph = (text: string) => beginningOf(paragraphs(text).join(" "), 160);

export const ErrorBoundary = () => <ErrorPage lost={<AnimalNotFound />} />;

function AnimalNotFound() {
  return (
    <div className="wrap section grid grid-cols-1 justify-items-center gap-4 text-center">
      <div className="paw-trail" aria-hidden="true" />
      <h1 className="text-title">Animal not found</h1>
      <p className="text-balance text-ink-2">
        It may have moved on, or the address may be mistyped.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/animals" variant="secondary">
          Back to Animals
        </ButtonLink>
        <ButtonLink to="/tickets">Book Tickets</ButtonLink>
      </div>
    </div>
  );
}
