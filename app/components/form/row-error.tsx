import { ErrorSummary } from "./error-summary";
import type { FormError } from "./form-state";

export function RowError({ formError }: { formError: FormError | undefined }) {
  const prefix =
    formError?.values.intent === "delete" ? "Delete failed: " : "Status update failed: ";
  return <ErrorSummary formError={formError && { ...formError, issues: [] }} prefix={prefix} />;
}
