import { json, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowRight, CalendarClock, Sprout, Trees, Wallet, type LucideIcon } from "lucide-react";
import { latestAnimals } from "~/domain/animal/animals.server";
import { rupees } from "~/domain/money";
import { OPENING_HOURS, PRICE_PAISE, TICKET_TYPES } from "~/domain/order/order.rules";
import giraffe from "~/images/giraffe-1280.webp";
import { AnimalCard } from "~/ui/animal-card";
import { BookingBar } from "~/ui/booking-bar";
import { ButtonLink } from "~/ui/button";
import { heroLinks, HomeHero } from "~/ui/home-hero";
import { Icon } from "~/ui/icon";
import { PRICE_LINE } from "~/ui/price-line";
import { originIn, pageMeta } from "~/ui/seo";
import { zooData } from "~/ui/zoo-data";

const NEWEST = 4;

export const links = () => heroLinks;

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, {
    heading: "Zoo Verse: meet the wild side of your city",
    description: `Over 200 animals in Bengaluru, open daily ${OPENING_HOURS}. Timed tickets: ${PRICE_LINE}, with free reschedule up to 24 hours before the visit.`,
    path: "/",
  }),
  ...zooData(originIn(matches)),
];

export const loader = () =>
  json({
    animals: latestAnimals(NEWEST).map(({ id, name, title, category, imageUrl }) => ({
      id,
      name,
      title,
      category,
      imageUrl,
    })),
  });

export default function HomePage() {
  return (
    <>
      <HomeHero />
      <BookingBar />
      <Newest />
      <WhyVisit />
      <Promo />
    </>
  );
}

function Newest() {
  const { animals } = useLoaderData<typeof loader>();
  if (animals.length === 0) return null;
  return (
    <section className="wrap section">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-title">New in the verse</h2>
        <ButtonLink to="/animals" variant="secondary">
          Explore More <Icon of={ArrowRight} size={18} />
        </ButtonLink>
      </div>
      <div className="cards">
        {animals.map((animal) => (
          <AnimalCard
            key={animal.id}
            animal={animal}
            sizes="(min-width: 80rem) 18rem, (min-width: 40rem) 45vw, 92vw"
          />
        ))}
      </div>
    </section>
  );
}

const REASONS: { icon: LucideIcon; title: string; line: string }[] = [
  {
    icon: Trees,
    title: "Habitats with room",
    line: "Planted enclosures built around how each species lives.",
  },
  {
    icon: CalendarClock,
    title: "Free reschedule",
    line: "Change your slot up to 24 hours before the visit.",
  },
  {
    icon: Sprout,
    title: "15 conservation projects",
    line: "Part of every ticket funds work in the field.",
  },
  {
    icon: Wallet,
    title: "Senior discounts",
    line: `Seniors pay ${rupees(PRICE_PAISE.senior)} instead of ${rupees(PRICE_PAISE.adult)}.`,
  },
];

function WhyVisit() {
  return (
    <section className="section bg-sunken">
      <div className="wrap grid gap-8 lg:grid-cols-[5fr_7fr] lg:gap-14">
        <div>
          <h2 className="text-title">Why Visit Us</h2>
          <p className="mt-3 max-w-[26rem] text-ink-2">
            A small zoo that takes its time: roomy habitats, patient keepers and a ticket you can
            move.
          </p>
        </div>
        <ul className="border-b border-line">
          {REASONS.map(({ icon, title, line }) => (
            <li key={title} className="flex items-center gap-4 border-t border-line py-5">
              <span className="grid size-11 flex-none place-items-center rounded-input bg-brand-soft text-on-brand-soft">
                <Icon of={icon} size={22} />
              </span>
              <div className="min-w-0">
                <h3 className="text-heading">{title}</h3>
                <p className="text-small text-ink-2">{line}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Promo() {
  return (
    <section className="wrap section">
      <div className="forest grid overflow-hidden rounded-photo lg:grid-cols-2">
        <div className="px-6 py-10 md:p-13">
          <h2 className="text-title">Pick a slot, skip the queue</h2>
          <dl className="mt-4 flex flex-wrap gap-6">
            {TICKET_TYPES.map((type) => (
              <div key={type}>
                <dt className="text-on-forest-2 capitalize">{type}</dt>
                <dd className="text-figure">{rupees(PRICE_PAISE[type])}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-4 max-w-[30rem] text-small text-on-forest-2">
            Morning, afternoon or evening entry. Pay by UPI, card or cash at the counter.
          </p>
          <ButtonLink to="/tickets" variant="accent" size={52} className="mt-5">
            Book Tickets
          </ButtonLink>
        </div>
        <img
          src={giraffe}
          alt="A giraffe turning its head above the trees"
          width={1280}
          height={720}
          loading="lazy"
          className="aspect-video size-full object-cover lg:aspect-auto"
        />
      </div>
    </section>
  );
}
