import type { ReactNode } from "react";
import type { ScreenData } from "~/lib/screen-data";
import type { capacityView } from "../capacity.presenter.server";
import { MAX_HOLD_HOURS, MONDAY_FIRST, type UnpaidRules } from "../capacity.rules";
import {
  LABELS_HELD_UNTIL_SLOT_ENDS,
  NAMES_HELD_FOR_HOURS,
  NAMES_HELD_UNTIL_SLOT_ENDS,
} from "~/features/orders/payment-methods";
import type { FormValues } from "~/lib/form-values";
import { Button } from "~/components/ui/button";
import { CardHead } from "~/components/ui/section";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { describedBy, FieldError } from "~/components/form/field-frame";
import { fieldState, useFormState } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { VersionField } from "~/components/form/version-field";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { AffectedBookings, saveLabel, type CapacityError } from "./affected-bookings";

export const NUMERIC = { inputMode: "numeric", maxLength: 6, autoComplete: "off" } as const;

type CardProps = {
  intent: string;
  title: string;
  line: string;
  version: string;
  prefill: FormValues;
  formError: CapacityError | undefined;
  children: ReactNode;
};

function RulesCard({ intent, title, line, version, prefill, formError, children }: CardProps) {
  return (
    <PostForm
      action="/admin/dashboard/capacity"
      formError={formError}
      prefill={prefill}
      aria-labelledby={`${intent}-title`}
      className="card grid gap-5 p-5 lg:p-6"
    >
      <CardHead id={`${intent}-title`} title={title}>
        {line}
      </CardHead>
      <ErrorSummary />
      <AffectedBookings formError={formError} />
      <input type="hidden" name="intent" value={intent} />
      <VersionField name="seen" value={version} />
      {children}
      <p>
        <Button busy={useIsSubmitting({ intent })}>{saveLabel(formError)}</Button>
      </p>
    </PostForm>
  );
}

type View = ScreenData<typeof capacityView>;

type UsualProps = Pick<View, "usual"> & Pick<CardProps, "version" | "formError">;

export function DefaultCapacityForm({ usual, version, formError }: UsualProps) {
  return (
    <RulesCard
      intent="usual"
      title="Default capacity"
      line="Applies to every slot without a number for its weekday or day."
      prefill={usual}
      version={version}
      formError={formError}
    >
      <Field name="places" label="Places per slot" required {...NUMERIC} />
      <Field
        name="holdHours"
        label="Payment deadline (hours)"
        hint={`How long an unpaid ${NAMES_HELD_FOR_HOURS} order holds its places, at most ${MAX_HOLD_HOURS}. ${LABELS_HELD_UNTIL_SLOT_ENDS} orders hold them until their slot ends, once they are confirmed.`}
        required
        {...NUMERIC}
        maxLength={3}
      />
    </RulesCard>
  );
}

type UnpaidProps = Pick<View, "unpaid"> & Pick<CardProps, "version" | "formError">;

export const UNPAID_LABELS: Record<keyof UnpaidRules, string> = {
  bookingDays: "Booking window (days ahead)",
  perEmail: "Unpaid places per email address",
  networkPercent: "Unpaid places per network (% of a slot)",
  allPercent: "Unpaid places in all (% of a slot)",
  cashHours: `Confirmation deadline for ${NAMES_HELD_UNTIL_SLOT_ENDS} (hours)`,
};

export function UnpaidBookingsForm({ unpaid, version, formError }: UnpaidProps) {
  return (
    <RulesCard
      intent="unpaid"
      title="Unpaid bookings"
      line="What visitors can book without paying. Bookings by staff are never refused by these rules."
      prefill={unpaid}
      version={version}
      formError={formError}
    >
      {Object.entries(UNPAID_LABELS).map(([name, label]) => (
        <Field key={name} name={name} label={label} required {...NUMERIC} hint={HINTS[name]} />
      ))}
    </RulesCard>
  );
}

const HINTS: Record<string, string> = {
  networkPercent: "The first booking of a network always fits, even in a small slot.",
  cashHours: `Unconfirmed ${NAMES_HELD_UNTIL_SLOT_ENDS} orders give their places back then; confirmed ones when their slot ends, as all of them do where no mail server is set up.`,
};

type WeekProps = Pick<View, "week" | "weekSlots"> &
  Pick<CardProps, "version" | "formError"> & { usual: string };

/** By the number of slots; more than these wrap. */
const WEEK_COLUMNS = [
  "",
  "sm:grid-cols-[6.5rem_1fr]",
  "sm:grid-cols-[6.5rem_1fr_1fr]",
  "sm:grid-cols-[6.5rem_1fr_1fr_1fr]",
  "sm:grid-cols-[6.5rem_1fr_1fr_1fr_1fr]",
];
const weekGrid = (slots: number) =>
  `grid grid-cols-3 items-end gap-x-3 gap-y-1.5 ${WEEK_COLUMNS[slots] ?? ""}`;
/** Beside its fields, or above them where there are too many. */
const headSpan = (slots: number) =>
  WEEK_COLUMNS[slots] ? "max-sm:col-span-3 sm:mb-2.5" : "col-span-3";
/** A head row has room where a day is one row. */
const hasHeads = (slots: number) => WEEK_COLUMNS[slots] !== undefined;

export function WeekdayCapacityForm({ week, weekSlots, usual, version, formError }: WeekProps) {
  const places = week.flatMap(({ places }, day) =>
    weekSlots.map(({ slot }) => [`${slot}-${day}`, String(places[slot] ?? "")]),
  );
  return (
    <RulesCard
      intent="week"
      title="The week"
      line={`Leave a slot empty for the usual number (${usual}). 0 closes it.`}
      prefill={Object.fromEntries(places) as FormValues}
      version={version}
      formError={formError}
    >
      <div className="grid gap-4 sm:gap-3">
        {hasHeads(weekSlots.length) && (
          <div
            aria-hidden="true"
            className={`${weekGrid(weekSlots.length)} text-small text-ink-3 max-sm:hidden`}
          >
            {["", ...weekSlots.map(({ label }) => label)].map((label) => (
              <span key={label}>{label}</span>
            ))}
          </div>
        )}
        {MONDAY_FIRST.map((day) => (
          <WeekRow
            key={day}
            day={day}
            weekday={week[day]?.weekday}
            slots={weekSlots}
            usual={usual}
          />
        ))}
      </div>
    </RulesCard>
  );
}

type RowProps = {
  day: number;
  weekday: string | undefined;
  slots: View["weekSlots"];
  usual: string;
};

/** Errors span all three columns, because one is too narrow for a sentence. */
function WeekRow({ day, weekday, slots, usual }: RowProps) {
  const id = `weekday-${day}`;
  const form = useFormState();
  const fields = slots.map(({ slot, label }) => {
    const name = `${slot}-${day}`;
    return { slot, label, name, ...fieldState(form, name) };
  });
  const wrong = fields.filter(({ error }) => error);
  return (
    <div role="group" aria-labelledby={id} className={weekGrid(slots.length)}>
      <p id={id} className={`label ${headSpan(slots.length)}`}>
        {weekday}
      </p>
      {wrong.length > 0 && (
        <div className="col-span-full sm:order-first">
          {wrong.map(({ name, error, isFixed }) => (
            <FieldError key={name} id={`${name}-error`} message={error} isFixed={isFixed} />
          ))}
        </div>
      )}
      {fields.map(({ slot, label, name, defaultValue, error, isFixed }) => (
        <div key={slot}>
          <label
            htmlFor={name}
            className={`text-ink-3 ${hasHeads(slots.length) ? "sm:sr-only" : ""}`}
          >
            {label}
          </label>
          <input
            type="text"
            name={name}
            defaultValue={defaultValue}
            {...describedBy(name, null, error, isFixed)}
            placeholder={usual}
            {...NUMERIC}
            className="control"
          />
        </div>
      ))}
    </div>
  );
}
