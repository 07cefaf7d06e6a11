import { truncate } from "~/lib/text-limits";

export const toParagraphs = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

export const toMetaDescription = (text: string) => truncate(toParagraphs(text).join(" "), 160);
