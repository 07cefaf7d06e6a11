import { Link } from "@remix-run/react";
import { CheckField } from "~/components/form/check-field";
import { ErrorSummary } from "~/components/form/error-summary";
import { FieldError } from "~/components/form/field-frame";
import { errorsAt, type FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { VersionField } from "~/components/form/version-field";
import { Button } from "~/components/ui/button";
import type { capacityView } from "~/features/capacity/capacity.presenter.server";
import { formatCount } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";

const PATH = "/admin/dashboard/capacity";

type Day = NonNullable<ScreenData<typeof capacityView>["day"]>;
type Closed = NonNullable<Day["closed"]>;
type Props = { day: Day; closed: Closed; formError: FormError | undefined };

/** What is closed on a day, and the way to open it again. */
export const ClosedDay = ({ day, closed, formError }: Props) => (
  <PostForm
    action={`${PATH}?day=${day.day}`}
    formError={formError}
    aria-label="Open again"
    className="grid justify-items-start gap-3 rounded-card bg-pending-bg p-4 text-pending-fg"
  >
    <ErrorSummary />
    <input type="hidden" name="intent" value="reopen" />
    <input type="hidden" name="day" value={day.day} />
    <VersionField name="seen" value={day.version} />
    <p>
      <strong className="font-semibold">
        {closed.isAllDay
          ? "The zoo is closed on this day."
          : `Closed on this day: ${closed.slots.map(({ label }) => label).join(", ")}.`}
      </strong>{" "}
      {closed.closure !== null && (
        <Link to={`${PATH}/closures/${closed.closure}`} className="underline">
          See the closure
        </Link>
      )}
    </p>
    {closed.bookings > 0 && (
      <p>
        {formatCount(closed.bookings, "booking is", "bookings are")} still on it.{" "}
        <Link to={`${PATH}?day=${day.day}&close=1#day`} className="underline">
          Offer a move or cancel
        </Link>
      </p>
    )}
    <SlotsToOpen slots={closed.slots} formError={formError} />
    <Button busy={useIsSubmitting({ intent: "reopen" })}>Open again</Button>
  </PostForm>
);

/** A single one needs no box. */
function SlotsToOpen({ slots, formError }: Pick<Closed, "slots"> & Pick<Props, "formError">) {
  const noSlots = errorsAt(formError, "slots");
  const [only] = slots;
  if (only && slots.length === 1) {
    return (
      <>
        <input type="hidden" name={only.slot} value="on" />
        {only.places !== null && <p>{labelOf(only)}</p>}
      </>
    );
  }
  return (
    <fieldset id="slots" tabIndex={-1} aria-describedby={noSlots && "slots-error"}>
      <legend className="label">Slots</legend>
      <FieldError id="slots-error" message={noSlots} />
      {slots.map((each) => (
        <CheckField
          key={each.slot}
          id={`open-${each.slot}`}
          name={each.slot}
          label={labelOf(each)}
          defaultChecked={!formError || formError.values[each.slot] === "on"}
        />
      ))}
    </fieldset>
  );
}

const labelOf = ({ label, places }: Closed["slots"][number]) =>
  places === null ? label : `${label}, with ${places} places as before`;
