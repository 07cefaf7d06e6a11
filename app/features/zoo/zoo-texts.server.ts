import { renderMarkdown } from "./markdown.server";
import type { ZooTexts } from "./zoo-profile";
import { zooTexts } from "./zoo-profile.server";

/** The section that the zoo adds to a legal page; null for none. */
export function ownSection(page: "privacy" | "terms") {
  const texts = zooTexts();
  if (!texts[page]) return null;
  return { title: texts[`${page}Title`] || "Also", html: renderMarkdown(texts[page]) };
}

type Markdown = Pick<ZooTexts, "story" | "mission" | "privacy" | "terms">;

/** Those in Markdown as HTML. */
export const renderedTexts = ({ story, mission, privacy, terms }: Markdown) => ({
  story: renderMarkdown(story),
  mission: renderMarkdown(mission),
  privacy: renderMarkdown(privacy),
  terms: renderMarkdown(terms),
});

export function homeTexts() {
  const { headline, lede, why, promoHeading, promoLine } = zooTexts();
  return { headline, lede, why, promoHeading, promoLine };
}

export function aboutTexts() {
  const { story, mission, figures } = zooTexts();
  return { story: renderMarkdown(story), mission: renderMarkdown(mission), figures };
}
