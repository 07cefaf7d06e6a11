import { createContext, useContext } from "react";
import type { FieldIssue } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";

export type FormError = {
  message: string;
  issues: FieldIssue[];
  values: FormValues;
  isInternalError?: boolean;
  isCompleteMessage?: boolean;
};

type FormState = {
  formError?: FormError;
  values: FormValues;
  /** The names of the fields that were wrong and have been corrected since. */
  fixed: readonly string[];
};

export const FormContext = createContext<FormState | null>(null);

const NO_FORM: FormState = { values: {}, fixed: [] };

export const useFormState = () => useContext(FormContext) ?? NO_FORM;

export const fieldState = ({ formError, values, fixed }: FormState, name: string) => ({
  defaultValue: values[name],
  error: errorsAt(formError, name),
  isFixed: fixed.includes(name),
});

export const useFieldState = (name: string) => fieldState(useFormState(), name);

export const errorForIntent = <R extends FormError>(answer: R | undefined, intent: string) =>
  answer?.values.intent === intent ? answer : undefined;

export function errorsAt(formError: FormError | undefined, name: string) {
  const matching = formError?.issues.filter((issue) => issue.path === name) ?? [];
  const messages = new Set(matching.map(({ message }) => message));
  // Some messages already end in a full stop.
  return [...messages].join(". ").replaceAll(".. ", ". ") || undefined;
}

export const firstMessage = ({ message, isCompleteMessage }: FormError, prefix: string) =>
  isCompleteMessage ? message : prefix + message;
