import { Form, Link } from "@remix-run/react";
import { NOTE_MAX } from "../capacity.rules";
import { inFigures } from "~/lib/intl";
import { type Slot, SLOT_HOURS, SLOTS } from "~/features/orders/order.rules";
import { Button, ButtonLink } from "~/components/ui/button";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { fieldsOf } from "~/components/form/form-state";
import { SeenField } from "~/components/form/version-field";
import { useSending } from "~/components/form/use-is-submitting";
import { CapacityHits, saveLabel, type RefusedCapacity } from "./affected-bookings";

const HERE = "/admin/dashboard/capacity";

type Day = {
  day: string;
  full: string;
  back: string;
  seen: string;
  prefill: Record<string, string>;
  /**
   * When all its slots are closed by hand: the record of that, how many bookings are left there, and the numbers that
   * it had before.
   */
  closed: { closure: number | null; bookings: number; opensWith: Record<Slot, string> } | null;
};
type Props = {
  day: Day;
  usual: string;
  refused: RefusedCapacity | undefined;
};

const FIELDS = {
  "places.morning": "morning",
  "places.afternoon": "afternoon",
  "places.evening": "evening",
  note: "note",
};

/** A day's own numbers; an empty field follows the week. */
export function CapacityDay({ day, usual, refused }: Props) {
  const hydrated = useHydrated();
  const field = fieldsOf(refused, day.prefill);
  const busy = useSending({ intent: "day" });
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
      <Form
        method="post"
        action={`${HERE}?day=${day.day}#errors`}
        noValidate={hydrated}
        preventScrollReset
        aria-labelledby="day-title"
        className="grid gap-5"
      >
        {day.closed && howTo}
        <ErrorSummary refused={refused} fields={FIELDS} />
        <CapacityHits refused={refused} />
        <Asked day={day} refused={refused} />
        <div className="grid items-end gap-5 sm:grid-cols-3">
          {SLOTS.map((slot) => (
            <Field
              key={slot}
              {...field(slot, `places.${slot}`)}
              label={SLOT_HOURS[slot].label}
              inputMode="numeric"
              maxLength={6}
              autoComplete="off"
            />
          ))}
        </div>
        <Field
          {...field("note")}
          label="Note"
          optional
          maxLength={NOTE_MAX}
          hint="Shown to staff in the list of days."
        />
        <div className="flex flex-wrap gap-3">
          <Button variant={day.closed ? "secondary" : "primary"} busy={busy}>
            {saveLabel(refused)}
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
      </Form>
    </div>
  );
}

const closingOf = ({ day }: Day) => `${HERE}?day=${day}&close=1#day`;

/** What every form about a day posts along. */
const Asked = ({ day: { day, seen }, refused }: Pick<Props, "day" | "refused">) => (
  <>
    <input type="hidden" name="intent" value="day" />
    <input type="hidden" name="day" value={day} />
    <SeenField name="seen" value={seen} refused={refused} />
  </>
);

/** Opens again with the numbers from before; without any the day follows the week. */
const ClosedDay = ({ day, closed }: { day: Day; closed: NonNullable<Day["closed"]> }) => (
  <Form
    method="post"
    action={`${HERE}?day=${day.day}#errors`}
    preventScrollReset
    className="grid justify-items-start gap-3 rounded-card bg-pending-bg p-4 text-pending-fg"
  >
    <Asked day={day} refused={undefined} />
    <p>
      <strong className="font-semibold">The zoo is closed on this day.</strong>{" "}
      {closed.closure !== null && (
        <Link to={`${HERE}/closures/${closed.closure}`} className="underline">
          See the closure
        </Link>
      )}
    </p>
    {closed.bookings > 0 && (
      <p>
        {closed.bookings === 1 ? "1 booking is" : `${inFigures(closed.bookings)} bookings are`}{" "}
        still on it.{" "}
        <Link to={closingOf(day)} className="underline">
          Offer a move or cancel
        </Link>
      </p>
    )}
    {SLOTS.map((slot) => (
      <input key={slot} type="hidden" name={slot} value={closed.opensWith[slot]} />
    ))}
    <Button busy={useSending({ intent: "day" })}>
      {["Open again", ownPlaces(closed.opensWith)].filter(Boolean).join(" with ")}
    </Button>
  </Form>
);

/** Such as "50 in the morning, 20 in the evening"; empty when there are none. */
function ownPlaces(places: Record<Slot, string>) {
  const own = SLOTS.filter((slot) => places[slot] !== "");
  return own.map((slot) => `${places[slot]} in the ${slot}`).join(", ");
}
