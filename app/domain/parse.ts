import type { z } from "zod";
import { DomainError } from "./errors";

/** Input as the schema says it must be, or a refusal whose message is the first complaint. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;

  const complaints = result.error.issues.map((issue) => ({
    path: issue.path.join("."),
    message: issue.message,
  }));
  throw new DomainError("invalid", complaints[0]?.message ?? "Invalid input", complaints);
}
