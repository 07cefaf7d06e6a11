import { Link } from "@remix-run/react";
import { ErrorSummary } from "~/components/form/error-summary";
import type { FormError } from "~/components/form/form-state";

/** Why a day was not locked, and where that is put right. */
export const LockError = ({ formError }: { formError: FormError | undefined }) =>
  formError?.message ? (
    <div className="grid gap-2">
      <ErrorSummary formError={{ ...formError, issues: [] }} prefix="Not locked: " />
      <p>
        <Link to="/admin/dashboard/reconcile" className="link">
          Open Reconcile
        </Link>
      </p>
    </div>
  ) : null;
