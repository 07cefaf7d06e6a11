import { json } from "@remix-run/node";
import { authorize, type Staff } from "~/features/auth/permissions";
import { DomainError, type FieldIssue } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { redirectWithToast } from "~/lib/http/toast.server";
import { formatCount } from "~/lib/intl";
import { recordHits } from "./match-statement.server";
import { readStatement } from "./read-statement.server";
import { readHits } from "./signed-hits.server";
import { statementPreview } from "./statement.presenter.server";

const NOTHING_WRONG = { message: "", issues: [] as FieldIssue[], values: {} as FormValues };

/** The preview of a statement, of which nothing stays on the server. */
export function previewStatement(staff: Staff, file: Buffer | undefined) {
  authorize(staff, "orders.update");
  if (!file) {
    const message = "Choose the CSV of the bank statement";
    throw new DomainError("invalid", message, [{ path: "statement", message }]);
  }
  const preview = statementPreview(staff, readStatement(file));
  return Promise.resolve(json({ ...NOTHING_WRONG, preview }));
}

/** Records the exact hits of a preview. */
export async function recordStatement(staff: Staff, { hits }: FormValues) {
  authorize(staff, "orders.update");
  const count = await recordHits(staff, readHits(staff, hits));
  return redirectWithToast(
    "/admin/dashboard/reconcile#main",
    count === 0 ? "Nothing new to record" : `${formatCount(count, "payment")} recorded`,
  );
}
