import { sha256 } from "./codes.server";

/** The seal of a row of the audit log: over its own columns and the seal before. */
export const chained = (previous: string, row: Record<string, unknown>) =>
  sha256(previous + JSON.stringify(Object.entries(row).sort()));
