import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowRight } from "lucide-react";
import { nextVisit } from "~/features/booking/bookable-slots.server";
import { MOVE_HOURS, OPENING_HOURS } from "~/features/orders/order.rules";
import { newestAnimals } from "~/features/animals/catalogue.presenter.server";
import { AnimalCard } from "~/features/animals/components/animal-card";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { RedBox } from "~/components/ui/error-alert";
import { BookingBar } from "~/features/booking/components/booking-bar";
import { PRICE_LINE } from "~/features/booking/components/price-line";
import { heroLinks, HomeHero } from "~/features/site/components/home-hero";
import { HomePromo } from "~/features/site/components/home-promo";
import { WhyVisit } from "~/features/site/components/home-why-visit";
import { originIn, pageMeta } from "~/features/site/components/seo";
import { structuredData } from "~/features/site/components/structured-data";

const NEWEST = 4;

export const links = () => heroLinks;

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, {
    heading: "Zoo Verse: meet the wild side of your city",
    description: `Over 200 animals in Bengaluru, open daily ${OPENING_HOURS}. Timed tickets: ${PRICE_LINE}, with free reschedule up to ${MOVE_HOURS} hours before the visit.`,
    path: "/",
  }),
  ...structuredData(originIn(matches)),
];

export async function loader({ request }: LoaderFunctionArgs) {
  const { status, ...newest } = await newestAnimals(request, NEWEST);
  return json({ ...newest, visit: nextVisit() }, status);
}

export default function HomePage() {
  const { visit } = useLoaderData<typeof loader>();
  return (
    <>
      <HomeHero />
      <BookingBar visit={visit} />
      <Newest />
      <WhyVisit />
      <HomePromo />
    </>
  );
}

function Newest() {
  const { animals, failure } = useLoaderData<typeof loader>();
  if (animals.length === 0 && !failure) return null;
  return (
    <section className="wrap section">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-title">New in the verse</h2>
        <ButtonLink to="/animals" variant="secondary">
          Explore More <Icon of={ArrowRight} size={18} />
        </ButtonLink>
      </div>
      {failure && (
        <RedBox>
          <p>Failed to load animals: {failure}</p>
          <a href="/" className="mt-1 inline-block">
            Try again
          </a>
        </RedBox>
      )}
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
