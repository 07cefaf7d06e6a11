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
import { linesSoon, specialHours, timesOf } from "~/features/hours/special-hours.server";
import { pageMeta, rootDataOf } from "~/features/site/components/seo";
import { formatOpening } from "~/features/slots/slot";
import { structuredData } from "~/features/site/components/structured-data";
import { MOVE_HOURS } from "~/features/orders/visit-limits";
import type { PublicZoo } from "~/components/hooks/use-root-data";
import { isOwnZoo } from "~/features/zoo/zoo-profile";
import { homeTexts } from "~/features/zoo/zoo-texts.server";

const NEWEST_COUNT = 4;

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => {
  const root = rootDataOf(matches);
  const { zoo, visit } = root;
  return [
    ...pageMeta(matches, {
      heading: `${zoo.name}: meet the wild side of your city`,
      description: `${animalsIn(zoo)}, open ${formatOpening(visit.opening)}. Timed tickets: ${formatPrices(visit.prices)}, with free reschedule up to ${MOVE_HOURS} hours before the visit.`,
      path: "/",
    }),
    ...(zoo.heroUrl ? [] : heroLinks),
    ...structuredData(root, data?.special ?? []),
  ];
};

/** What a zoo of another name has is not known. */
const animalsIn = (zoo: PublicZoo) =>
  isOwnZoo(zoo) ? `The animals of ${zoo.name} in ${zoo.city}` : `Over 200 animals in ${zoo.city}`;

export async function loader({ request }: LoaderFunctionArgs) {
  const { status, ...newest } = await newestAnimals(request, NEWEST_COUNT);
  const special = specialHours();
  const hours = { special: timesOf(special), soon: linesSoon(special) };
  return json({ ...newest, ...hours, visit: nextAvailableVisit(), texts: homeTexts() }, status);
}

export default function HomePage() {
  const { visit, texts, special: _, soon, ...newest } = useLoaderData<typeof loader>();
  return (
    <>
      <HomeHero {...texts} special={soon} />
      <BookingBar visit={visit} />
      <NewestAnimals {...newest} />
      <WhyVisit own={texts.why} />
      <HomePromo {...texts} animals={newest.animals} />
    </>
  );
}
