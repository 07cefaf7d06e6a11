import * as z from "zod";
import { DomainError } from "./errors";

const TYPE_LABELS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

z.config({
  customError(issue) {
    const name = issue.path?.join(".");
    if (issue.code === "invalid_value") return `${name} must be one of ${issue.values.join(", ")}`;
    if (issue.code !== "invalid_type") return undefined;
    if (!name) return "Send an object with the fields in it";
    if (issue.input === undefined) return `${name} is missing`;
    return `${name} must be ${TYPE_LABELS[issue.expected] ?? issue.expected}`;
  },
});

export function isRecord(sent: unknown): sent is Record<string, unknown> {
  return typeof sent === "object" && sent !== null && !Array.isArray(sent);
}

/** Rewrites an object before it is parsed. `documented`: JSON Schema of what is read only before that. */
export const readAs = <S extends z.ZodType>(
  rewrite: (sent: Record<string, unknown>) => object,
  schema: S,
  documented: Record<string, Record<string, unknown>> = {},
) =>
  z
    .preprocess((sent) => (isRecord(sent) ? rewrite(sent) : sent), schema)
    .meta({
      override: ({ jsonSchema }) => {
        jsonSchema.properties = { ...jsonSchema.properties, ...documented };
      },
    });

/** Reads another name of a field where the field itself is missing or blank. */
export const withAlias = <S extends z.ZodType>(alias: string, field: string, schema: S) =>
  readAs(
    (sent) => (sent[field] ? sent : { ...sent, [field]: sent[alias] ?? sent[field] }),
    schema,
    {
      [alias]: { type: "string", description: `Read as \`${field}\`` },
    },
  );

/** Throws `invalid` with every issue; the first is also the message. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;

  const issues = result.error.issues.map((issue) => ({
    path: issue.path.join("."),
    message: issue.message,
  }));
  throw new DomainError("invalid", issues[0]?.message ?? "Invalid input", issues);
}
