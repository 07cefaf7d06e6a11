import type { MetaDescriptor } from "@remix-run/react";
import { toRupees } from "~/lib/money";
import { CURRENCY, PRICE_PAISE } from "~/features/orders/pricing";
import { SLOT_HOURS } from "~/features/orders/slots";
import { TICKET_TYPES } from "~/features/orders/ticket-types";
import { ADDRESS, EMAIL, PHONE } from "../zoo-contact";
import hero from "~/images/hero-red-panda-1600.webp";

const WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const formatHour = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

export function structuredData(origin: string | undefined): MetaDescriptor[] {
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
        openingHoursSpecification: {
          "@type": "OpeningHoursSpecification",
          dayOfWeek: WEEK,
          opens: formatHour(SLOT_HOURS.morning.start),
          closes: formatHour(SLOT_HOURS.evening.end),
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
