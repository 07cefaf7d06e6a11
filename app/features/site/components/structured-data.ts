import type { MetaDescriptor } from "@remix-run/react";
import { toRupees } from "~/lib/money";
import { ADDRESS, EMAIL, PHONE } from "../zoo-contact";
import hero from "~/images/hero-red-panda-1600.webp";
import { CURRENCY } from "~/lib/money";
import type { VisitFacts } from "~/components/hooks/use-root-data";

const WEEK = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function structuredData(
  origin: string | undefined,
  { opening, prices }: VisitFacts,
): MetaDescriptor[] {
  if (!origin) return [];
  return [
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        // In schema.org a Zoo is only a place, and `makesOffer` needs an Organization.
        "@type": ["Zoo", "Organization"],
        name: "Zoo Verse",
        url: `${origin}/`,
        logo: `${origin}/icon-512.png`,
        image: new URL(hero, origin).href,
        telephone: PHONE,
        email: EMAIL,
        address: {
          "@type": "PostalAddress",
          streetAddress: ADDRESS.street,
          addressLocality: ADDRESS.city,
          postalCode: ADDRESS.postcode,
          addressCountry: ADDRESS.country,
        },
        openingHoursSpecification: opening.map(({ weekdays, opens, closes }) => ({
          "@type": "OpeningHoursSpecification",
          dayOfWeek: weekdays.map((weekday) => WEEK[weekday]),
          opens,
          closes,
        })),
        makesOffer: prices.map(({ label, pricePaise }) => ({
          "@type": "Offer",
          name: `${label} ticket`,
          price: toRupees(pricePaise),
          priceCurrency: CURRENCY,
          url: `${origin}/tickets`,
        })),
      },
    },
  ];
}
