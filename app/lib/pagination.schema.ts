import * as z from "zod";
import { cleanText } from "./text/clean-text";
import { atMost, MAX_LENGTH } from "./text-limits";

const MAX_LIMIT = 500;

export type Pagination = { total: number; page: number; limit: number; pages: number };
export type Page<Item> = {
  items: Item[];
  pagination: Pagination;
  note?: string;
};

const positiveInteger = (fallback: number) =>
  z
    .string()
    .optional()
    .transform((typed) => {
      const number = Math.trunc(Number(typed));
      return typed?.trim() && Number.isFinite(number) ? number : fallback;
    });

export const paginationQuery = <Field extends string>(fields: readonly Field[], limit = 20) =>
  z.object({
    page: positiveInteger(1)
      .transform((page) => Math.min(Math.max(1, page), 1_000_000))
      .meta({ type: "integer", minimum: 1, description: "Anything else counts as 1" }),
    limit: positiveInteger(limit)
      .transform((size) => Math.min(Math.max(1, size), MAX_LIMIT))
      .meta({
        type: "integer",
        minimum: 1,
        maximum: MAX_LIMIT,
        description: `A page's size, otherwise ${limit}`,
      }),
    q: z
      .string()
      .overwrite(cleanText)
      .trim()
      .refine(...atMost(MAX_LENGTH.search))
      .meta({ maxLength: MAX_LENGTH.search })
      .default("")
      .meta({ description: "Plain text to search for" }),
    sort: z
      .string()
      .default("-createdAt")
      .transform((text, context) => parseSort(text, fields, context))
      .meta({ ...commaList(fields, "-?"), description: "Comma list; - for descending" }),
  });

const commaList = (values: readonly string[], sign = "") => {
  const item = `${sign}(${values.join("|")})`;
  return { pattern: `^(${item}(,${item})*)?$` };
};

export type Sort<Field extends string> = { field: Field; descending: boolean }[];

function parseSort<Field extends string>(
  text: string,
  fields: readonly Field[],
  context: z.RefinementCtx<string>,
): Sort<Field> {
  // Duplicate fields have no effect and would slow the query down.
  const sort = new Map<Field, boolean>();
  for (const part of text.split(",").filter(Boolean)) {
    const name = part.trim().replace(/^-/, "");
    const field = fields.find((allowed) => allowed === name);
    if (field === undefined) {
      context.addIssue({ code: "custom", message: `sort takes ${fields.join(", ")}` });
      return z.NEVER;
    }
    if (!sort.has(field)) sort.set(field, part.trim().startsWith("-"));
  }
  return [...sort].map(([field, descending]) => ({ field, descending }));
}

export const enumList = <Value extends string>(name: string, values: readonly Value[]) =>
  z
    .string()
    .default("")
    .transform((text, context) => {
      const typed = text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean);
      const known = values.filter((value) => typed.includes(value));
      if (typed.some((part) => !values.some((value) => value === part))) {
        context.addIssue({ code: "custom", message: `${name} takes ${values.join(", ")}` });
      }
      return known;
    })
    .meta({ ...commaList(values), description: "Comma list; blank: all" });

export const toPage = (total: number, page: number, limit: number): Pagination => ({
  total,
  page,
  limit,
  pages: Math.max(1, Math.ceil(total / limit)),
});
