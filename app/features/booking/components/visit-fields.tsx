import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { useRootData } from "~/components/hooks/use-root-data";
import { describedBy, FieldFrame } from "~/components/form/field-frame";
import {
  errorsAt,
  createFieldProps,
  type FieldOf,
  type FormError,
} from "~/components/form/form-state";
import { useFormValues } from "~/components/form/use-form-values";
import { SlotCards } from "./slot-cards";
import { useDayAvailability, type DayChoice } from "./use-day-availability";
import { chosenSlot, useAvailableSlot } from "./use-available-slot";

type Visit = { date: string; slot: string };

export function useMove(
  formError: FormError | undefined,
  start: Visit,
  loaded: Partial<DayChoice>,
) {
  const move = useFormValues(formError?.values ?? start);
  const offer = useDayAvailability(move.typed.date ?? "", loaded);
  useAvailableSlot(move, offer.day.slots, formError);
  const fields = {
    ...offer,
    field: createFieldProps(formError, start),
    chosen: chosenSlot(formError, start),
    error: errorsAt(formError, "visitSlot"),
  };
  return { ...move, fields };
}

type Props = {
  field: FieldOf;
  dateLabel: string;
  dateHint?: string;
  slotLegend: string;
  chosen: string | undefined;
  error: string | undefined;
  /** The visit's current slot, if it is on the selected day. */
  own?: string | null;
  day: DayChoice;
  isMissed: boolean;
  /** The button that loads another day without JavaScript. */
  showPlaces: ButtonHTMLAttributes<HTMLButtonElement>;
  children?: ReactNode;
};

export function VisitFields(props: Props) {
  const { field, dateLabel, dateHint, slotLegend, chosen, error, own, day, isMissed } = props;
  const { today } = useRootData();
  const date = field("date", "visitDate");
  return (
    <>
      <FieldFrame id="date" label={dateLabel} hint={dateHint} error={date.error} required>
        <div className="flex flex-wrap items-end gap-3">
          <input
            type="date"
            name={date.name}
            defaultValue={date.defaultValue}
            required
            min={today}
            {...describedBy("date", dateHint, date.error)}
            className="control grow basis-40"
          />
          <noscript>
            <Button variant="secondary" formNoValidate {...props.showPlaces}>
              Show places
            </Button>
          </noscript>
        </div>
      </FieldFrame>
      <SlotCards
        legend={slotLegend}
        slots={day.slots}
        defaultValue={chosen}
        error={error}
        own={own}
      />
      {isMissed && (
        <p role="status" className="text-ink-2">
          Availability for this day could not be loaded; the slots shown are for another day. Your
          choice is checked when you submit.
        </p>
      )}
      {props.children}
    </>
  );
}
