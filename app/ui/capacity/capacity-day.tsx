import { Form } from "@remix-run/react";
import { NOTE_MAX } from "~/domain/capacity/capacity.rules";
import { SLOT_HOURS, SLOTS } from "~/domain/order/order.rules";
import { Button, ButtonLink } from "../base/button";
import { useHydrated } from "../base/use-hydrated";
import { ErrorSummary } from "../form/error-summary";
import { Field } from "../form/field";
import { fieldsOf } from "../form/form-state";
import { CapacityHits, saveLabel, type RefusedCapacity } from "./capacity-hits";

const HERE = "/admin/dashboard/capacity";

type Props = {
  day: { day: string; full: string; back: string; said: string; prefill: Record<string, string> };
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
  return (
    <Form
      id="day"
      tabIndex={-1}
      method="post"
      action={`${HERE}?day=${day.day}#errors`}
      noValidate={hydrated}
      preventScrollReset
      aria-labelledby="day-title"
      className="card grid gap-5 p-5 lg:p-6"
    >
      <div>
        <h2 id="day-title" className="text-legend">
          {day.full}
        </h2>
        <p className="mt-1 text-ink-2">
          Leave a slot empty to use the weekday’s number, usually {usual}. 0 closes it.
        </p>
      </div>
      <ErrorSummary refused={refused} fields={FIELDS} />
      <CapacityHits refused={refused} />
      <input type="hidden" name="intent" value="day" />
      <input type="hidden" name="day" value={day.day} />
      <input type="hidden" name="said" value={day.said} />
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
        <Button>{saveLabel(refused)}</Button>
        <ButtonLink to={day.back} variant="secondary">
          Back
        </ButtonLink>
        <ButtonLink
          to={`${HERE}?day=${day.day}&close=1#day`}
          variant="danger-ghost"
          className="sm:ml-auto"
        >
          Close this day
        </ButtonLink>
      </div>
    </Form>
  );
}
