import { Link } from "@remix-run/react";
import type { ScreenData } from "~/lib/screen-data";
import type { capacityView } from "../capacity.presenter.server";
import { NOTE_MAX } from "../capacity.rules";
import { Button, ButtonLink } from "~/components/ui/button";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { errorForIntent } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { VersionField } from "~/components/form/version-field";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { ClosedDay } from "~/features/closures/components/closed-day";
import { NUMERIC } from "./capacity-rule-forms";
import { AffectedBookings, saveLabel, type CapacityError } from "./affected-bookings";
import { PublicReasonField } from "./public-reason-field";

const PATH = "/admin/dashboard/capacity";

type Day = NonNullable<ScreenData<typeof capacityView>["day"]>;
type Props = {
  day: Day;
  usual: string;
  mayChange: boolean;
  answer: CapacityError | undefined;
};

/** A day's own numbers; who may only close it has no form for them. */
export function CapacityDay({ day, usual, mayChange, answer }: Props) {
  const { closed } = day;
  return (
    <div id="day" tabIndex={-1} className="card grid gap-5 p-5 lg:p-6">
      <div className="grid gap-1">
        <h2 id="day-title" className="text-legend">
          {day.full}
        </h2>
        <p>
          <Link to={`/admin/dashboard/orders?visitDate=${day.day}`} className="link">
            Orders for this day
          </Link>
        </p>
      </div>
      {closed && (
        <ClosedDay day={day} closed={closed} formError={errorForIntent(answer, "reopen")} />
      )}
      {mayChange ? (
        <DayForm day={day} usual={usual} formError={errorForIntent(answer, "day")} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <WaysOut day={day} />
        </div>
      )}
    </div>
  );
}

type FormProps = { day: Day; usual: string; formError: CapacityError | undefined };

function DayForm({ day, usual, formError }: FormProps) {
  const busy = useIsSubmitting({ intent: "day" });
  return (
    <PostForm
      action={`${PATH}?day=${day.day}`}
      formError={formError}
      prefill={day.prefill}
      aria-labelledby="day-title"
      className="grid gap-5"
    >
      <p className="text-ink-2">
        Leave a slot empty to use the weekday’s number, usually {usual}. 0 closes it.
      </p>
      <ErrorSummary />
      <AffectedBookings formError={formError} />
      <input type="hidden" name="intent" value="day" />
      <input type="hidden" name="day" value={day.day} />
      <VersionField name="seen" value={day.version} />
      <div className="grid items-end gap-5 sm:grid-cols-3">
        {day.slots.map(({ slot, label }) => (
          <Field key={slot} name={slot} label={label} {...NUMERIC} />
        ))}
      </div>
      <PublicReasonField />
      <Field
        name="note"
        label="Note"
        optional
        maxLength={NOTE_MAX}
        hint="Shown to staff in the list of days."
      />
      <div className="flex flex-wrap gap-3">
        <Button variant={day.closed ? "secondary" : "primary"} busy={busy}>
          {saveLabel(formError)}
        </Button>
        <WaysOut day={day} />
      </div>
    </PostForm>
  );
}

const WaysOut = ({ day: { day, back, closed } }: { day: Day }) => (
  <>
    <ButtonLink to={back} variant="secondary">
      Back
    </ButtonLink>
    {!closed?.isAllDay && (
      <ButtonLink
        to={`${PATH}?day=${day}&close=1#day`}
        variant="danger-ghost"
        className="sm:ml-auto"
      >
        Close this day
      </ButtonLink>
    )}
  </>
);
