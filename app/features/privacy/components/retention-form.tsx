import { Form } from "@remix-run/react";
import { inFigures } from "~/lib/intl";
import { MAX_CONTACT_DAYS, MIN_CONTACT_DAYS } from "../privacy.rules";
import { Button } from "~/components/ui/button";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { fieldsOf, type Refused } from "~/components/form/form-state";
import { useSending } from "~/components/form/use-is-submitting";

type Props = { days: string; refused: Refused | undefined };

/** How long contact data is kept. */
export function RetentionForm({ days, refused }: Props) {
  const hydrated = useHydrated();
  const field = fieldsOf(refused, { days });
  return (
    <Form
      method="post"
      action="/admin/dashboard/privacy#errors"
      noValidate={hydrated}
      preventScrollReset
      aria-labelledby="keep-title"
      className="card grid gap-5 p-5 lg:p-6"
    >
      <div>
        <h2 id="keep-title" className="text-legend">
          How long contacts are kept
        </h2>
        <p className="mt-1 text-ink-2">
          This many days after a visit, the name, email and phone of its order are erased. Messages
          are deleted this many days after they arrive. Tickets, prices and figures stay.
        </p>
      </div>
      <ErrorSummary refused={refused} fields={{ days: "days" }} />
      <input type="hidden" name="intent" value="keep" />
      <Field
        {...field("days")}
        label="Days"
        hint={`From ${MIN_CONTACT_DAYS} to ${inFigures(MAX_CONTACT_DAYS)}.`}
        required
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
      />
      <p>
        <Button busy={useSending({ intent: "keep" })}>Save</Button>
      </p>
    </Form>
  );
}
