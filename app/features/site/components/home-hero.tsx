import heroAvif from "~/images/hero-red-panda-1600.avif";
import heroWebp from "~/images/hero-red-panda-1600.webp";
import phoneAvif from "~/images/hero-red-panda-720.avif";
import phoneWebp from "~/images/hero-red-panda-800.webp";
import { ButtonLink } from "~/components/ui/button";
import { OpeningHours } from "~/components/ui/opening-hours";
import { useRootData } from "~/components/hooks/use-root-data";
import { imageVariants, WIDE_WIDTH } from "~/features/images/image.rules";
import { DEMO_SLOTS, isOwnZoo } from "~/features/zoo/zoo-profile";

const WIDE = "(min-width: 64rem)";
const NARROW = "(max-width: 63.999rem)";
const LARGE = { width: 1600, height: 900 };
const SMALL = { width: 800, height: 700 };

const preload = (href: string, media: string) => ({
  tagName: "link" as const,
  rel: "preload",
  as: "image",
  type: "image/avif",
  href,
  media,
  fetchpriority: "high",
});

/** Descriptors of `meta`, because a zoo with a photograph of its own needs none of them. */
export const heroLinks = [preload(heroAvif, WIDE), preload(phoneAvif, NARROW)];

type Props = { headline: string; lede: string; special: string[] };

const LEDE =
  "Over 200 animals, shaded trails and three entry slots a day, so nobody queues in the noon sun.";
const OWN_LEDE = "Choose your day and your slot before you come.";

export function HomeHero({ headline, lede, special }: Props) {
  const { zoo, visit } = useRootData();
  const isOwn = isOwnZoo(zoo) || visit.slots.length !== DEMO_SLOTS;
  return (
    <section className="forest leaves pt-8 pb-26 lg:pt-14 lg:pb-28">
      {/* On wide screens the photograph runs to the edge of the window. */}
      <div className="grid gap-7 px-4 md:px-8 lg:grid-cols-[minmax(2rem,1fr)_minmax(0,36rem)_minmax(0,39rem)_minmax(2rem,1fr)] lg:items-center lg:gap-0 lg:px-0">
        <div className="lg:col-start-2 lg:pr-10">
          <p className="text-badge font-semibold tracking-[0.06em] text-marigold uppercase">
            Open <OpeningHours separator=" " />
          </p>
          {special.map((line) => (
            <p key={line} className="mt-2 font-semibold wrap-anywhere text-on-forest-2">
              {line}
            </p>
          ))}
          <h1 className="mt-4 text-display">{headline || "Meet the wild side of your city"}</h1>
          <p className="mt-4 max-w-[32rem] text-lead text-on-forest-2">
            {lede || (isOwn ? OWN_LEDE : LEDE)}
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
        {zoo.heroUrl ? <OwnPhoto src={zoo.heroUrl} alt={zoo.heroAlt} /> : <RedPanda />}
      </div>
    </section>
  );
}

const PHOTO =
  "aspect-8/7 w-full rounded-photo bg-forest-line object-cover lg:aspect-16/11 lg:max-h-152 lg:rounded-r-none";
const FIRST = { fetchpriority: "high" };

const OwnPhoto = ({ src, alt }: { src: string; alt: string }) => (
  <img
    src={src}
    srcSet={imageVariants(src, WIDE_WIDTH)}
    sizes="(min-width: 64rem) 50vw, 100vw"
    alt={alt}
    className={`lg:col-[3/-1] ${PHOTO}`}
    {...FIRST}
  />
);

const RedPanda = () => (
  <picture className="lg:col-[3/-1]">
    <source media={WIDE} type="image/avif" srcSet={heroAvif} {...LARGE} />
    <source media={WIDE} type="image/webp" srcSet={heroWebp} {...LARGE} />
    <source type="image/avif" srcSet={phoneAvif} {...SMALL} />
    <img
      src={phoneWebp}
      alt="A red panda looking out from behind a branch"
      className={PHOTO}
      {...SMALL}
      {...FIRST}
    />
  </picture>
);
