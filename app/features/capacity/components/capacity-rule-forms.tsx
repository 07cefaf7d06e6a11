import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { MAX_HOLD_HOURS, MONDAY_FIRST, type Places } from "../capacity.rules";
import { type Slot, SLOTS } from "~/features/orders/order.rules";
import { Button } from "~/components/ui/button";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { described, FieldError } from "~/components/form/field-frame";
import { fieldsOf, type FieldOf } from "~/components/form/form-state";
import { SeenField } from "~/components/form/version-field";
import { useSending } from "~/components/form/use-is-submitting";
import { CapacityHits, saveLabel, type RefusedCapacity } from "./affected-bookings";

type CardProps = {
  intent: string;
  title: string;
  line: string;
  /** The current rule, as this page shows it. */
  seen: string;
  fields: Record<string, string>;
  refused: RefusedCapacity | undefined;
  children: ReactNode;
};

function RulesCard({ intent, title, line, seen, fields, refused, children }: CardProps) {
  const hydrated = useHydrated();
  return (
    <Form
      method="post"
      action="/admin/dashboard/capacity#errors"
      noValidate={hydrated}
      preventScrollReset
      aria-labelledby={`${intent}-title`}
      className="card grid gap-5 p-5 lg:p-6"
    >
      <div>
        <h2 id={`${intent}-title`} className="text-legend">
          {title}
        </h2>
        <p className="mt-1 text-ink-2">{line}</p>
      </div>
      <ErrorSummary refused={refused} fields={fields} />
      <CapacityHits refused={refused} />
      <input type="hidden" name="intent" value={intent} />
      <SeenField name="seen" value={seen} refused={refused} />
      {children}
      <p>
        <Button busy={useSending({ intent })}>{saveLabel(refused)}</Button>
      </p>
    </Form>
  );
}

type UsualProps = {
  seen: string;
  usual: { places: string; holdHours: string };
  refused: RefusedCapacity | undefined;
};

/** The rule where nothing else is set. */
export function CapacityUsual({ usual, seen, refused }: UsualProps) {
  const field = fieldsOf(refused, usual);
  return (
    <RulesCard
      intent="usual"
      title="Usually"
      line="Applies to every slot without a number for its weekday or day."
      fields={{ places: "places", holdHours: "holdHours" }}
      seen={seen}
      refused={refused}
    >
      <Field
        {...field("places")}
        label="Places per slot"
        required
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
      />
      <Field
        {...field("holdHours")}
        label="Hours to pay"
        hint={`How long an unpaid UPI or card order holds its places, at most ${MAX_HOLD_HOURS}. Cash orders hold them until their slot ends.`}
        required
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
      />
    </RulesCard>
  );
}

type WeekProps = {
  seen: string;
  week: { weekday: string; places: Places }[];
  usual: string;
  refused: RefusedCapacity | undefined;
};

const WEEK_GRID = "grid grid-cols-3 items-end gap-x-3 gap-y-1.5 sm:grid-cols-[6.5rem_1fr_1fr_1fr]";

/** A number for each slot of each weekday; empty is as usual, 0 is closed. */
export function CapacityWeek({ week, usual, seen, refused }: WeekProps) {
  const names = week.flatMap((_, day) => SLOTS.map((slot) => [slot, day] as const));
  const paths = names.map(([slot, day]) => [`week.${day}.${slot}`, `${slot}-${day}`]);
  const fields: Record<string, string> = Object.fromEntries(paths);
  const prefill = Object.fromEntries(
    names.map(([slot, day]) => [`${slot}-${day}`, String(week[day]?.places[slot] ?? "")]),
  );
  const field = fieldsOf(refused, prefill);
  return (
    <RulesCard
      intent="week"
      title="The week"
      line={`Leave a slot empty for the usual number (${usual}). 0 closes it.`}
      fields={fields}
      seen={seen}
      refused={refused}
    >
      <div className="grid gap-4 sm:gap-3">
        <div aria-hidden="true" className={`${WEEK_GRID} text-small text-ink-3 max-sm:hidden`}>
          {["", ...SLOTS].map((slot) => (
            <span key={slot} className="capitalize">
              {slot}
            </span>
          ))}
        </div>
        {MONDAY_FIRST.map((day) => (
          <WeekRow
            key={day}
            id={`weekday-${day}`}
            weekday={week[day]?.weekday}
            fields={SLOTS.map((slot) => ({
              slot,
              ...field(`${slot}-${day}`, `week.${day}.${slot}`),
            }))}
            usual={usual}
          />
        ))}
      </div>
    </RulesCard>
  );
}

type RowProps = {
  id: string;
  weekday: string | undefined;
  fields: (ReturnType<FieldOf> & { slot: Slot })[];
  usual: string;
};

/** The errors stand over all three fields: one field alone is too narrow for a sentence. */
function WeekRow({ id, weekday, fields, usual }: RowProps) {
  const wrong = fields.filter(({ error }) => error);
  return (
    <div role="group" aria-labelledby={id} className={WEEK_GRID}>
      <p id={id} className="label max-sm:col-span-3 sm:mb-2.5">
        {weekday}
      </p>
      {wrong.length > 0 && (
        <div className="col-span-full sm:order-first">
          {wrong.map(({ id, error }) => (
            <FieldError key={id} id={`${id}-error`} message={error} />
          ))}
        </div>
      )}
      {fields.map(({ slot, error, ...input }) => (
        <div key={slot}>
          <label htmlFor={input.id} className="text-ink-3 capitalize sm:sr-only">
            {slot}
          </label>
          <input
            type="text"
            {...input}
            {...described(input.id, null, error)}
            placeholder={usual}
            inputMode="numeric"
            maxLength={6}
            autoComplete="off"
            className="control"
          />
        </div>
      ))}
    </div>
  );
}
