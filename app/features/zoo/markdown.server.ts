import { micromark } from "micromark";

/** Markdown as HTML that is safe: raw HTML is shown as text, and links with other protocols lead nowhere. */
export const renderMarkdown = (text: string) => (text ? micromark(text) : "");
