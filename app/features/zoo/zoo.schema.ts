import * as z from "zod";
import { requiredEmail, requiredText, text } from "~/lib/text-fields.schema";
import { cleanNumber } from "~/lib/text/clean-text";
import { FIGURES, MAX_LINKS, MAX_TAX_PERCENT, WHY_POINTS } from "./zoo-profile";

const line = (limit = 80) => text(limit).default("");
const isHttps = (typed: string) => typed === "" || URL.parse(typed)?.protocol === "https:";
const link = line(300).refine(isHttps, "An address that begins with https://");

const NO_PERCENT = `A percentage from 0 to ${MAX_TAX_PERCENT}, such as 18 or 2.5`;

const percent = z
  .string()
  .default("")
  .overwrite(cleanNumber)
  .refine((typed) => /^(?:\d{1,2}(?:\.\d{1,2})?)?$/.test(typed), { error: NO_PERCENT, abort: true })
  .transform(Number)
  .refine((number) => number <= MAX_TAX_PERCENT, NO_PERCENT);

export const ProfileInput = z.object({
  name: requiredText("Enter a name", 60),
  shortName: requiredText("Enter a short name", 20),
  legalName: line(120),
  taxNumber: line(15)
    .overwrite((typed) => typed.toUpperCase())
    .refine(
      (typed) => typed === "" || /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/.test(typed),
      "A GSTIN has 15 characters, such as 29ABCDE1234F1Z5",
    ),
  taxPercent: percent,
  street: requiredText("Enter the street", 80),
  city: requiredText("Enter the city", 60),
  postcode: line(12),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, "Two letters, such as IN"),
  mapUrl: link,
  phone: line(30).refine(
    (typed) => typed === "" || /^\+?[\d\s()-]{5,}$/.test(typed),
    "Digits, with + and the country first",
  ),
  email: requiredEmail("Enter an email"),
  links: z.array(link).max(MAX_LINKS),
});

const NO_HTML = "HTML is not shown; write it as Markdown";
const HTML = /<(?:\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>|!--)/i;
const NO_HTTP = "Links begin with https://";
const HTTP_LINK = /\]\(\s*<?http:/i;

const markdown = text(10_000)
  .default("")
  .refine((typed) => !HTML.test(typed), NO_HTML)
  .refine((typed) => !HTTP_LINK.test(typed), NO_HTTP);

const NEEDS_TITLE = "Give this line its title";
const NEEDS_FIGURE = "Enter the figure";
const NEEDS_HEADING = "Give your section a heading";

const point = z
  .object({ title: line(40), line: line(160) })
  .refine(({ title, line }) => title || !line, { path: ["title"], error: NEEDS_TITLE });
const figure = z
  .object({ figure: line(10), of: line(40) })
  .refine(({ figure, of }) => figure || !of, { path: ["figure"], error: NEEDS_FIGURE });

const FIELDS = z.object({
  headline: line(80),
  lede: line(300),
  why: z.array(point).max(WHY_POINTS).default([]),
  promoHeading: line(80),
  promoLine: line(200),
  story: markdown,
  mission: markdown,
  figures: z.array(figure).max(FIGURES).default([]),
  contact: line(300),
  privacyTitle: line(80),
  privacy: markdown,
  termsTitle: line(80),
  terms: markdown,
});

export const TextsInput = FIELDS.superRefine((texts, context) => {
  for (const page of ["privacy", "terms"] as const)
    if (texts[page] && !texts[`${page}Title`])
      context.addIssue({ code: "custom", path: [`${page}Title`], message: NEEDS_HEADING });
});

export const HeroText = z.object({
  heroAlt: requiredText("Say what the photograph shows", 120),
});
