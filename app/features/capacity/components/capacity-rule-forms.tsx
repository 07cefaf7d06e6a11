import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { MAX_HOLD_HOURS, MONDAY_FIRST, type Places } from "../capacity.rules";
import {
  LABELS_HELD_UNTIL_SLOT_ENDS,
  NAMES_HELD_FOR_HOURS,
} from "~/features/orders/payment-methods";
import { type Slot, SLOTS } from "~/features/orders/slots";
import { Button } from "~/components/ui/button";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { describedBy, FieldError } from "~/components/form/field-frame";
import { createFieldProps, type FieldOf } from "~/components/form/form-state";
import { VersionField } from "~/components/form/version-field";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { AffectedBookings, saveLabel, type CapacityError } from "./affected-bookings";

type CardProps = {
  intent: string;
  title: string;
  line: string;
  version: string;
  fields: Record<string, string>;
  formError: CapacityError | undefined;
  children: ReactNode;
};

function RulesCard({ intent, title, line, version, fields, formError, children }: CardProps) {
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
      <ErrorSummary formError={formError} fields={fields} />
      <AffectedBookings formError={formError} />
      <input type="hidden" name="intent" value={intent} />
      <VersionField name="seen" value={version} formError={formError} />
      {children}
      <p>
        <Button busy={useIsSubmitting({ intent })}>{saveLabel(formError)}</Button>
      </p>
    </Form>
  );
}

type UsualProps = {
  version: string;
  usual: { places: string; holdHours: string };
  formError: CapacityError | undefined;
};

export function DefaultCapacityForm({ usual, version, formError }: UsualProps) {
  const field = createFieldProps(formError, usual);
  return (
    <RulesCard
      intent="usual"
      title="Default capacity"
      line="Applies to every slot without a number for its weekday or day."
      fields={{ places: "places", holdHours: "holdHours" }}
      version={version}
      formError={formError}
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
        label="Payment deadline (hours)"
        hint={`How long an unpaid ${NAMES_HELD_FOR_HOURS} order holds its places, at most ${MAX_HOLD_HOURS}. ${LABELS_HELD_UNTIL_SLOT_ENDS} orders hold them until their slot ends.`}
        required
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
      />
    </RulesCard>
  );
}

type WeekProps = {
  version: string;
  week: { weekday: string; places: Places }[];
  usual: string;
  formError: CapacityError | undefined;
};

const WEEK_GRID = "grid grid-cols-3 items-end gap-x-3 gap-y-1.5 sm:grid-cols-[6.5rem_1fr_1fr_1fr]";

export function WeekdayCapacityForm({ week, usual, version, formError }: WeekProps) {
  const names = week.flatMap((_, day) => SLOTS.map((slot) => [slot, day] as const));
  const paths = names.map(([slot, day]) => [`week.${day}.${slot}`, `${slot}-${day}`]);
  const fields: Record<string, string> = Object.fromEntries(paths);
  const prefill = Object.fromEntries(
    names.map(([slot, day]) => [`${slot}-${day}`, String(week[day]?.places[slot] ?? "")]),
  );
  const field = createFieldProps(formError, prefill);
  return (
    <RulesCard
      intent="week"
      title="The week"
      line={`Leave a slot empty for the usual number (${usual}). 0 closes it.`}
      fields={fields}
      version={version}
      formError={formError}
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

/** Errors span all three columns, because one is too narrow for a sentence. */
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
            {...describedBy(input.id, null, error)}
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
