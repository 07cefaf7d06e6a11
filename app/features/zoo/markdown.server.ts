import { micromark } from "micromark";

/** HTML is text, and images of other sites would tell those sites who reads. */
const WITHOUT = { disable: { null: ["htmlFlow", "htmlText", "labelStartImage"] } };

/** Pages have two levels of headings of their own. */
const lowered = (level: string) => Math.min(6, Number(level) + 2);

/** Markdown as HTML that is safe: without raw HTML and images, and with links to https, mail and this site only. */
export const renderMarkdown = (text: string) =>
  micromark(text, { extensions: [WITHOUT] })
    .replace(/(<\/?h)([1-6])>/g, (_, tag: string, level: string) => `${tag}${lowered(level)}>`)
    .replace(/<a href="([^"]*)"/g, (_, href: string) => linkStart(href));

function linkStart(href: string) {
  if (href.startsWith("https://")) return `<a href="${href}" rel="noopener nofollow"`;
  return /^(?:mailto:|#|\/(?!\/))/.test(href) ? `<a href="${href}"` : "<a";
}
