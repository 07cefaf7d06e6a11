import type { MetaDescriptor } from "@remix-run/react";
import hero from "~/images/hero-red-panda-1600.webp";
import { weekdayName } from "~/lib/dates";
import { CURRENCY, toRupees } from "~/lib/money";
import type { PublicZoo, RootData } from "~/components/hooks/use-root-data";
import type { SpecialTimes } from "~/features/hours/special-hours.server";
import { isOwnZoo } from "~/features/zoo/zoo-profile";

export function structuredData(root: RootData, special: SpecialTimes[]): MetaDescriptor[] {
  const { origin, visit, zoo } = root;
  if (!origin) return [];
  return [
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        // In schema.org a Zoo is only a place, and `makesOffer` needs an Organization.
        "@type": ["Zoo", "Organization"],
        name: zoo.name,
        url: `${origin}/`,
        logo: new URL(zoo.logoUrl || "/icon-512.png", origin).href,
        ...imageOf(origin, zoo),
        ...(zoo.phone && { telephone: zoo.phone }),
        email: zoo.email,
        ...(zoo.links.length > 0 && { sameAs: zoo.links }),
        ...(zoo.mapUrl && { hasMap: zoo.mapUrl }),
        address: {
          "@type": "PostalAddress",
          streetAddress: zoo.street,
          addressLocality: zoo.city,
          postalCode: zoo.postcode,
          addressCountry: zoo.country,
        },
        openingHoursSpecification: visit.opening.map(({ weekdays, opens, closes }) => ({
          "@type": "OpeningHoursSpecification",
          dayOfWeek: weekdays.map(weekdayName),
          opens,
          closes,
        })),
        ...specialHoursOf(special),
        makesOffer: visit.prices.map(({ label, pricePaise }) => ({
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

const specialHoursOf = (special: SpecialTimes[]) =>
  special.length > 0 && {
    specialOpeningHoursSpecification: special.map(({ first, last, opens, closes }) => ({
      "@type": "OpeningHoursSpecification",
      validFrom: first,
      validThrough: last,
      opens,
      closes,
    })),
  };

/** The photograph of a new zoo is not of another one. */
function imageOf(origin: string, zoo: PublicZoo) {
  if (!zoo.heroUrl && isOwnZoo(zoo)) return {};
  return { image: new URL(zoo.heroUrl || hero, origin).href };
}
