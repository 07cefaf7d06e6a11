import { Link } from "@remix-run/react";
import type { ScreenData } from "~/lib/screen-data";
import type { capacityView } from "../capacity.presenter.server";
import { NOTE_MAX } from "../capacity.rules";
import { formatCount } from "~/lib/intl";
import { Button, ButtonLink } from "~/components/ui/button";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { VersionField } from "~/components/form/version-field";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { NUMERIC } from "./capacity-rule-forms";
import { AffectedBookings, saveLabel, type CapacityError } from "./affected-bookings";
import { PublicReasonField } from "./public-reason-field";

const PATH = "/admin/dashboard/capacity";

type Day = NonNullable<ScreenData<typeof capacityView>["day"]>;
type Props = {
  day: Day;
  usual: string;
  formError: CapacityError | undefined;
};

export function CapacityDay({ day, usual, formError }: Props) {
  const busy = useIsSubmitting({ intent: "day" });
  const howTo = (
    <p className="text-ink-2">
      Leave a slot empty to use the weekday’s number, usually {usual}. 0 closes it.
    </p>
  );
  return (
    <div id="day" tabIndex={-1} className="card grid gap-5 p-5 lg:p-6">
      <div className="grid gap-1">
        <h2 id="day-title" className="text-legend">
          {day.full}
        </h2>
        {!day.closed && howTo}
        <p>
          <Link to={`/admin/dashboard/orders?visitDate=${day.day}`} className="link">
            Orders for this day
          </Link>
        </p>
      </div>
      {day.closed && <ClosedDay day={day} closed={day.closed} />}
      <PostForm
        action={`${PATH}?day=${day.day}`}
        formError={formError}
        prefill={day.prefill}
        aria-labelledby="day-title"
        className="grid gap-5"
      >
        {day.closed && howTo}
        <ErrorSummary />
        <AffectedBookings formError={formError} />
        <DayFields {...day} />
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
          <ButtonLink to={day.back} variant="secondary">
            Back
          </ButtonLink>
          {!day.closed && (
            <ButtonLink to={closingOf(day)} variant="danger-ghost" className="sm:ml-auto">
              Close this day
            </ButtonLink>
          )}
        </div>
      </PostForm>
    </div>
  );
}

const closingOf = ({ day }: Day) => `${PATH}?day=${day}&close=1#day`;

const DayFields = ({ day, version }: Pick<Day, "day" | "version">) => (
  <>
    <input type="hidden" name="intent" value="day" />
    <input type="hidden" name="day" value={day} />
    <VersionField name="seen" value={version} />
  </>
);

const ClosedDay = ({ day, closed }: { day: Day; closed: NonNullable<Day["closed"]> }) => (
  <PostForm
    action={`${PATH}?day=${day.day}`}
    formError={undefined}
    className="grid justify-items-start gap-3 rounded-card bg-pending-bg p-4 text-pending-fg"
  >
    <DayFields {...day} />
    <p>
      <strong className="font-semibold">The zoo is closed on this day.</strong>{" "}
      {closed.closure !== null && (
        <Link to={`${PATH}/closures/${closed.closure}`} className="underline">
          See the closure
        </Link>
      )}
    </p>
    {closed.bookings > 0 && (
      <p>
        {formatCount(closed.bookings, "booking is", "bookings are")} still on it.{" "}
        <Link to={closingOf(day)} className="underline">
          Offer a move or cancel
        </Link>
      </p>
    )}
    {day.slots.map(({ slot }) => (
      <input key={slot} type="hidden" name={slot} value={closed.opensWith[slot]} />
    ))}
    <Button busy={useIsSubmitting({ intent: "day" })}>
      {["Open again", ownPlaces(day.slots, closed.opensWith)].filter(Boolean).join(" with ")}
    </Button>
  </PostForm>
);

function ownPlaces(slots: Day["slots"], places: Record<string, string>) {
  const own = slots.filter(({ slot }) => places[slot]);
  return own.map(({ slot, label }) => `${places[slot]} in the ${label.toLowerCase()}`).join(", ");
}
