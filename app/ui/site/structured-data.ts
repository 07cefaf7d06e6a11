import type { MetaDescriptor } from "@remix-run/react";
import { toRupees } from "~/domain/money";
import { CURRENCY, PRICE_PAISE, TICKET_TYPES } from "~/domain/order/order.rules";
import { ADDRESS, EMAIL, PHONE } from "~/domain/zoo.rules";
import hero from "~/images/hero-red-panda-1600.webp";

const WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The zoo for search engines: where it is, when it is open and what a ticket costs. */
export function structuredData(origin: string | undefined): MetaDescriptor[] {
  if (!origin) return [];
  return [
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        // A zoo is only a place to schema.org; what sells tickets is an organisation.
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
        openingHoursSpecification: {
          "@type": "OpeningHoursSpecification",
          dayOfWeek: WEEK,
          opens: "09:00",
          closes: "18:00",
        },
        makesOffer: TICKET_TYPES.map((type) => ({
          "@type": "Offer",
          name: `${type.charAt(0).toUpperCase()}${type.slice(1)} ticket`,
          price: toRupees(PRICE_PAISE[type]),
          priceCurrency: CURRENCY,
          url: `${origin}/tickets`,
        })),
      },
    },
  ];
}
