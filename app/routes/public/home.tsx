import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { nextAvailableVisit } from "~/features/booking/bookable-slots.server";
import { newestAnimals } from "~/features/animals/catalogue.presenter.server";
import { formatPrices } from "~/features/booking/components/price-line";
import { NewestAnimals } from "~/features/animals/components/newest-animals";
import { BookingBar } from "~/features/booking/components/booking-bar";
import { heroLinks, HomeHero } from "~/features/site/components/home-hero";
import { HomePromo } from "~/features/site/components/home-promo";
import { WhyVisit } from "~/features/site/components/home-why-visit";
import { formatOpening, getOrigin, pageMeta, visitFactsOf } from "~/features/site/components/seo";
import { structuredData } from "~/features/site/components/structured-data";
import { MOVE_HOURS } from "~/features/orders/visit-limits";

const NEWEST_COUNT = 4;

export const links = () => heroLinks;

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, {
    heading: "Zoo Verse: meet the wild side of your city",
    description: `Over 200 animals in Bengaluru, open ${formatOpening(matches)}. Timed tickets: ${formatPrices(visitFactsOf(matches).prices)}, with free reschedule up to ${MOVE_HOURS} hours before the visit.`,
    path: "/",
  }),
  ...structuredData(getOrigin(matches), visitFactsOf(matches)),
];

export async function loader({ request }: LoaderFunctionArgs) {
  const { status, ...newest } = await newestAnimals(request, NEWEST_COUNT);
  return json({ ...newest, visit: nextAvailableVisit() }, status);
}

export default function HomePage() {
  const { visit, ...newest } = useLoaderData<typeof loader>();
  return (
    <>
      <HomeHero />
      <BookingBar visit={visit} />
      <NewestAnimals {...newest} />
      <WhyVisit />
      <HomePromo />
    </>
  );
}
