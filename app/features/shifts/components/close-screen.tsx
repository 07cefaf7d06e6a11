import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { useFormValues } from "~/components/form/use-form-values";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { PageHead } from "~/components/layout/page-head";
import { Button, ButtonLink } from "~/components/ui/button";
import { formatRupees } from "~/lib/money";
import type { FormValues } from "~/lib/form-values";
import type { closeView } from "../shift-report.presenter.server";
import {
  countedPaise,
  DENOMINATIONS,
  MAX_REASON,
  noteField,
  SHIFTS_PATH,
  type NoteCounts,
} from "../shift.rules";

type Props = ReturnType<typeof closeView> & { formError: FormError | undefined };

export const CloseScreen = ({ closed, report, line, formError, ...form }: Props) => (
  <>
    <PageHead title={closed ?? "Count and close"} description={closed ? undefined : line}>
      <ButtonLink to={SHIFTS_PATH} variant="secondary">
        Back to Shifts
      </ButtonLink>
    </PageHead>
    {closed ? (
      <div className="grid justify-items-start gap-4">
        {formError && <ErrorSummary formError={{ ...formError, issues: [] }} />}
        <p>A closed shift does not change any more.</p>
        <ButtonLink to={report}>See its Z report</ButtonLink>
      </div>
    ) : (
      <CountForm {...form} action={`${report}/close`} formError={formError} />
    )}
  </>
);

type FormProps = { action: string; formError: FormError | undefined };

function CountForm({ action, formError }: FormProps) {
  const { form, typed, follow } = useFormValues(formError?.values ?? NOTHING);
  const hydrated = useHydrated();
  const shownDifference = formError?.values.shownDifference;
  return (
    <PostForm
      ref={form}
      action={action}
      formError={formError}
      onInput={follow}
      aria-labelledby="count-title"
      className="card grid gap-5 p-5 lg:p-6"
    >
      <div>
        <h2 id="count-title" className="text-legend">
          Count the notes and coins
        </h2>
        <p className="mt-1 text-ink-2">
          All of the drawer, with the float. A field that stays empty is none.
        </p>
      </div>
      <ErrorSummary />
      <input type="hidden" name="shownDifference" value={shownDifference ?? ""} />
      <div className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3">
        {DENOMINATIONS.map((rupees) => (
          <Field
            key={rupees}
            name={noteField(rupees)}
            label={`₹${rupees}`}
            inputMode="numeric"
            autoComplete="off"
          />
        ))}
      </div>
      {hydrated && (
        <p aria-live="polite">
          Counted: <strong className="font-semibold">{formatRupees(countedOf(typed))}</strong>
        </p>
      )}
      {shownDifference && (
        <Field
          name="reason"
          label="Why it differs"
          hint="Stays with the shift, and is printed on its report."
          maxLength={MAX_REASON}
        />
      )}
      <Button busy={useIsSubmitting()} className="justify-self-start">
        Close shift
      </Button>
    </PostForm>
  );
}

const NOTHING: FormValues = {};

const countedOf = (typed: FormValues) =>
  countedPaise(
    Object.fromEntries(
      DENOMINATIONS.map((rupees) => [rupees, Number(typed[noteField(rupees)]) || 0]),
    ) as NoteCounts,
  );
