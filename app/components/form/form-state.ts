import type { FieldIssue } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";

/** The result of an action that failed. */
export type FormError = {
  message: string;
  issues: FieldIssue[];
  values: FormValues;
  isInternalError?: boolean;
  isCompleteMessage?: boolean;
  /** The session had expired, so the form was not processed. */
  isUnsaved?: boolean;
};

/** Creates the props of a form's fields: `field("name", "contact.name")` names the schema path where it differs. */
export function createFieldProps(formError: FormError | undefined, prefill: FormValues = {}) {
  const values = formError ? formError.values : prefill;
  return (name: string, schemaPath = name) => ({
    name,
    id: name,
    defaultValue: values[name],
    error: errorsAt(formError, schemaPath),
  });
}

export type FieldOf = ReturnType<typeof createFieldProps>;

export const errorForIntent = <R extends FormError>(answer: R | undefined, intent: string) =>
  answer?.values.intent === intent ? answer : undefined;

export function errorsAt(formError: FormError | undefined, path: string) {
  const matching = formError?.issues.filter((issue) => issue.path === path) ?? [];
  const messages = new Set(matching.map(({ message }) => message));
  // Some messages already end in a full stop.
  return [...messages].join(". ").replaceAll(".. ", ". ") || undefined;
}

export const firstMessage = ({ message, isCompleteMessage }: FormError, prefix: string) =>
  isCompleteMessage ? message : prefix + message;
