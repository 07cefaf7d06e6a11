import { toParagraphs } from "../paragraphs";
import type { animalView } from "../catalogue.presenter.server";
import type { ScreenData } from "~/lib/screen-data";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { ImageOrPaw } from "./animal-image";
import { CategoryChip } from "./category-chip";
import { PhotoCredit } from "./photo-credit";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { usePriceLine } from "~/features/booking/components/price-line";

export function AnimalScreen({ credit, ...animal }: ScreenData<typeof animalView>) {
  const { name, title, category, description, imageUrl, imageWidth, alt } = animal;
  return (
    <div className="wrap pt-4 pb-[clamp(3rem,2rem+4vw,5.5rem)] lg:pt-8">
      <ButtonLink to="/animals" variant="ghost" className="-ml-4.5">
        <Icon icon={ArrowLeft} size={18} /> Back to Animals
      </ButtonLink>
      <div className="mt-3 grid items-start gap-6 lg:grid-cols-[7fr_5fr] lg:gap-14">
        <figure className="-mx-4 md:mx-0">
          <ImageOrPaw
            imageUrl={imageUrl}
            imageWidth={imageWidth}
            alt={alt}
            eager
            isWide
            sizes="(min-width: 80rem) 42rem, (min-width: 64rem) 54vw, 100vw"
            className="aspect-4/3 w-full bg-sunken object-cover md:rounded-photo"
          />
          {credit && (
            <figcaption className="px-4 pt-2 text-small text-ink-3 md:px-0">
              Photograph: <PhotoCredit subject={name} credit={credit} />
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
            {toParagraphs(description).map((text, index) => (
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
        <span className="font-semibold">See it for yourself:</span> {usePriceLine()}
      </p>
      <ButtonLink to="/tickets" size={52} className="max-sm:w-full">
        Book Tickets
      </ButtonLink>
    </div>
  );
}

export function AnimalNotFound() {
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
