import * as z from "zod";
import { DomainError } from "./errors";

const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** Messages for errors that no schema words itself, so that the validator's own words never reach a person. */
z.config({
  customError(issue) {
    const name = issue.path?.join(".");
    if (issue.code === "invalid_value") return `${name} must be one of ${issue.values.join(", ")}`;
    if (issue.code !== "invalid_type") return undefined;
    if (!name) return "Send an object with the fields in it";
    if (issue.input === undefined) return `${name} is missing`;
    return `${name} must be ${KINDS[issue.expected] ?? issue.expected}`;
  },
});

/** Input parsed by its schema. Throws `invalid` with every complaint; the first is its message, too. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;

  const complaints = result.error.issues.map((issue) => ({
    path: issue.path.join("."),
    message: issue.message,
  }));
  throw new DomainError("invalid", complaints[0]?.message ?? "Invalid input", complaints);
}
