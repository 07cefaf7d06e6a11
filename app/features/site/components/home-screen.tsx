import type { ComponentProps } from "react";
import { NewestAnimals } from "~/features/animals/components/newest-animals";
import { BookingBar } from "~/features/booking/components/booking-bar";
import { HomeHero } from "./home-hero";
import { HomePromo } from "./home-promo";
import { WhyVisit } from "./home-why-visit";

type Props = ComponentProps<typeof NewestAnimals> & ComponentProps<typeof BookingBar>;

export const HomeScreen = ({ visit, ...newest }: Props) => (
  <>
    <HomeHero />
    <BookingBar visit={visit} />
    <NewestAnimals {...newest} />
    <WhyVisit />
    <HomePromo />
  </>
);
