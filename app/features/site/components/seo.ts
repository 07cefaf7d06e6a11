import type { MetaDescriptor } from "@remix-run/react";
import card from "~/images/og-1200x630.jpg";
import { UNKNOWN_ROOT, type PublicZoo, type RootData } from "~/components/hooks/use-root-data";
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
  const { origin, zoo } = rootDataOf(matches);
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

export const rootDataOf = (matches: Matches): RootData =>
  (matches.find(({ id }) => id === "root")?.data as RootData | undefined) ?? UNKNOWN_ROOT;

export const zooOf = (matches: Matches) => rootDataOf(matches).zoo;

const cardOf = (zoo: PublicZoo) => {
  if (zoo.heroUrl) return { src: zoo.heroUrl, alt: zoo.heroAlt };
  return isOwnZoo(zoo) ? NO_CARD : CARD;
};
