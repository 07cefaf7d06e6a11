import { OPENING_HOURS } from "~/features/orders/slots";
import heroAvif from "~/images/hero-red-panda-1600.avif";
import heroWebp from "~/images/hero-red-panda-1600.webp";
import phoneAvif from "~/images/hero-red-panda-800.avif";
import phoneWebp from "~/images/hero-red-panda-800.webp";
import { ButtonLink } from "~/components/ui/button";
import { NoWrapHours } from "~/components/ui/no-wrap-hours";

const WIDE = "(min-width: 64rem)";
const NARROW = "(max-width: 63.999rem)";
const LARGE = { width: 1600, height: 900 };
const SMALL = { width: 800, height: 700 };

const preload = (href: string, media: string) => ({
  rel: "preload",
  as: "image" as const,
  type: "image/avif",
  href,
  media,
  fetchpriority: "high",
});

export const heroLinks = [preload(heroAvif, WIDE), preload(phoneAvif, NARROW)];

export function HomeHero() {
  return (
    <section className="forest leaves hero">
      <div className="hero-grid">
        <div>
          <p className="eyebrow">
            Open daily <NoWrapHours>{OPENING_HOURS}</NoWrapHours>
          </p>
          <h1 className="mt-4 text-display">Meet the wild side of your city</h1>
          <p className="mt-4 max-w-[32rem] text-lead text-on-forest-2">
            Over 200 animals, shaded trails and three entry slots a day, so nobody queues in the
            noon sun.
          </p>
          <div className="mt-5 flex flex-wrap gap-3">
            <ButtonLink to="/tickets" variant="accent" size={52}>
              Book Tickets
            </ButtonLink>
            <ButtonLink to="/animals" variant="secondary" size={52}>
              Explore More
            </ButtonLink>
          </div>
        </div>
        <picture>
          <source media={WIDE} type="image/avif" srcSet={heroAvif} {...LARGE} />
          <source media={WIDE} type="image/webp" srcSet={heroWebp} {...LARGE} />
          <source type="image/avif" srcSet={phoneAvif} {...SMALL} />
          <img
            src={phoneWebp}
            alt="A red panda looking out from behind a branch"
            className="hero-photo"
            {...SMALL}
            {...{ fetchpriority: "high" }}
          />
        </picture>
      </div>
    </section>
  );
}
