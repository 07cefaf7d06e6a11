import type { MetaDescriptor } from "@remix-run/react";
import card from "~/images/og-1200x630.jpg";
import {
  UNKNOWN_ZOO,
  type PublicZoo,
  type RootData,
  type VisitFacts,
} from "~/components/hooks/use-root-data";
import { isOwnZoo } from "~/features/zoo/zoo-profile";

type Matches = readonly { id: string; data: unknown }[];
type PageInfo = {
  heading: string;
  description: string;
  path: string;
  image?: { src: string; alt: string } | null;
  listed?: boolean;
};

const CARD = { src: card, alt: "A red panda beside the words Zoo Verse" };
const NO_CARD = { src: "/icon-512.png", alt: "" };

/** Includes the title, because a route's `meta` replaces that of the root. */
export function pageMeta(matches: Matches, page: PageInfo): MetaDescriptor[] {
  const { heading, description, path, listed = true } = page;
  const origin = getOrigin(matches);
  const zoo = zooOf(matches);
  const tags = [
    { title: zoo.name },
    { name: "description", content: description },
    { property: "og:site_name", content: zoo.name },
    { property: "og:locale", content: "en_IN" },
    { property: "og:type", content: "website" },
    { property: "og:title", content: heading },
    { property: "og:description", content: description },
    { name: "twitter:card", content: "summary_large_image" },
    ...(listed ? [] : [{ name: "robots", content: "noindex" }]),
  ];
  if (!origin) return tags;

  const { src, alt } = page.image ?? cardOf(zoo);
  const url = new URL(path, origin).href;
  return [
    ...tags,
    ...(listed ? [{ tagName: "link", rel: "canonical", href: url }] : []),
    { property: "og:url", content: url },
    { property: "og:image", content: new URL(src, origin).href },
    { property: "og:image:alt", content: alt },
  ];
}

const rootOf = (matches: Matches) =>
  matches.find(({ id }) => id === "root")?.data as Partial<RootData> | undefined;

export const getOrigin = (matches: Matches) => rootOf(matches)?.origin;

export const zooOf = (matches: Matches): PublicZoo => rootOf(matches)?.zoo ?? UNKNOWN_ZOO;

const cardOf = (zoo: PublicZoo) => {
  if (zoo.heroUrl) return { src: zoo.heroUrl, alt: zoo.heroAlt };
  return isOwnZoo(zoo) ? NO_CARD : CARD;
};

/** Empty where the root loader failed. */
export const visitFactsOf = (matches: Matches): VisitFacts =>
  rootOf(matches)?.visit ?? { opening: [], slots: [], prices: [] };

/** `daily 9:00 AM–6:00 PM` */
export const formatOpening = (matches: Matches) =>
  visitFactsOf(matches)
    .opening.map(({ days, hours }) => `${days} ${hours}`)
    .join(", ");
