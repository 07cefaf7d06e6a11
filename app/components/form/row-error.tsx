import { ErrorSummary } from "./error-summary";
import type { Refused } from "./form-state";

/** Why a row's button did nothing: one line, since there is no field to point at. */
export function RowRefusal({ refused }: { refused: Refused | undefined }) {
  const prefix = refused?.values.intent === "delete" ? "Delete failed: " : "Status update failed: ";
  return <ErrorSummary refused={refused && { ...refused, complaints: [] }} prefix={prefix} />;
}
