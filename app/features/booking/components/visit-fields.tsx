import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { useRootData } from "~/components/hooks/use-root-data";
import { described, FieldFrame } from "~/components/form/field-frame";
import { complaintsAt, fieldsOf, type FieldOf, type Refused } from "~/components/form/form-state";
import { useTyped } from "~/components/form/use-form-values";
import { SlotCards } from "./slot-cards";
import { useDay, type DayChoice } from "./use-day-availability";
import { chosenSlot, useOpenSlot } from "./use-available-slot";

type Visit = { date: string; slot: string };

/** The values of a form that moves a visit: where the visit is now, or what was refused. */
export function useMove(refused: Refused | undefined, start: Visit, shown: Partial<DayChoice>) {
  const move = useTyped(refused?.values ?? start);
  const offer = useDay(move.typed.date ?? "", shown);
  useOpenSlot(move, offer.day.slots, refused);
  const fields = {
    ...offer,
    field: fieldsOf(refused, start),
    chosen: chosenSlot(refused, start),
    error: complaintsAt(refused, "visitSlot"),
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
  /** The visit's current slot, if it is on the day in the field. */
  own?: string | null;
  day: DayChoice;
  isMissed: boolean;
  /** How the form asks for another day's places without script. */
  showPlaces: ButtonHTMLAttributes<HTMLButtonElement>;
  /** Other days, where this one has nothing left. */
  children?: ReactNode;
};

/** The day of a visit and its slots, which follow the day: with script at once, without by a button. */
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
            {...described("date", dateHint, date.error)}
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
