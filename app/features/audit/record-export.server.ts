import type { Staff } from "~/features/auth/permissions";
import { transaction } from "~/lib/write-transaction.server";
import { recordAudit } from "./record-audit.server";

type Export = {
  what: "orders" | "takings" | "reconcile" | "shifts" | "person";
  /** What was exported, without personal data. */
  target: string;
  /** The filter, and how many rows there were when it began. */
  facts: Record<string, string | number>;
};

/** Before the first row leaves: what cannot be recorded is not exported. Throws `busy`. */
export const recordExport = (staff: Staff, { what, target, facts }: Export) =>
  transaction(
    (tx) => recordAudit(tx, staff, { action: `export.${what}`, target, after: facts }),
    "none",
  );
