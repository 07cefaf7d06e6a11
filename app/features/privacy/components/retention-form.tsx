import { formatNumber } from "~/lib/intl";
import { MAX_CONTACT_DAYS, MIN_CONTACT_DAYS } from "../privacy.rules";
import { Button } from "~/components/ui/button";
import { CardHead } from "~/components/ui/section";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";

type Props = { days: string; formError: FormError | undefined };

export function RetentionForm({ days, formError }: Props) {
  return (
    <PostForm
      action="/admin/dashboard/privacy"
      formError={formError}
      prefill={{ days }}
      aria-labelledby="keep-title"
      className="card grid gap-5 p-5 lg:p-6"
    >
      <CardHead id="keep-title" title="How long contacts are kept">
        This many days after a visit, the name, email and phone of its order are erased. Messages
        are deleted this many days after they arrive. Tickets, prices and figures stay.
      </CardHead>
      <ErrorSummary />
      <input type="hidden" name="intent" value="keep" />
      <Field
        name="days"
        label="Days"
        hint={`From ${MIN_CONTACT_DAYS} to ${formatNumber(MAX_CONTACT_DAYS)}.`}
        required
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
      />
      <p>
        <Button busy={useIsSubmitting({ intent: "keep" })}>Save</Button>
      </p>
    </PostForm>
  );
}
