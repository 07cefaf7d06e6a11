import { renderMarkdown } from "./markdown.server";
import { zooTexts } from "./zoo-profile.server";

/** The section that the zoo adds to a legal page; null for none. */
export function ownSection(page: "privacy" | "terms") {
  const texts = zooTexts();
  if (!texts[page]) return null;
  return { title: texts[`${page}Title`] || "Also", html: renderMarkdown(texts[page]) };
}

export function homeTexts() {
  const { headline, lede, why, promoHeading, promoLine } = zooTexts();
  return { headline, lede, why, promoHeading, promoLine };
}

export function aboutTexts() {
  const { story, mission, figures } = zooTexts();
  return { story: renderMarkdown(story), mission: renderMarkdown(mission), figures };
}
