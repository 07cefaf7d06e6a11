import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { useRootData } from "~/components/hooks/use-root-data";
import { FieldFrame, useField } from "~/components/form/field-frame";
import { RadioCards } from "~/components/form/radio-cards";
import type { FormError } from "~/components/form/form-state";
import { useFormValues } from "~/components/form/use-form-values";
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
  return { ...move, fields: { ...offer, chosen: chosenSlot(formError, start) } };
}

type Props = {
  dateLabel: string;
  dateHint?: string;
  slotLegend: string;
  chosen: string | undefined;
  /** The visit's current slot, if it is on the selected day: it may be full only because of this visit. */
  own?: string | null;
  day: DayChoice;
  isMissed: boolean;
  /** The button that loads another day without JavaScript. */
  showPlaces: ButtonHTMLAttributes<HTMLButtonElement>;
  children?: ReactNode;
};

export function VisitFields(props: Props) {
  const { dateLabel, dateHint, slotLegend, chosen, own, day, isMissed } = props;
  const { today } = useRootData();
  const date = useField({ name: "date", label: dateLabel, hint: dateHint, required: true });
  return (
    <>
      <FieldFrame {...date.frame}>
        <div className="flex flex-wrap items-end gap-3">
          <input type="date" min={today} {...date.control} className="control grow basis-40" />
          <noscript>
            <Button variant="secondary" formNoValidate {...props.showPlaces}>
              Show places
            </Button>
          </noscript>
        </div>
      </FieldFrame>
      <RadioCards
        legend={slotLegend}
        name="slot"
        required
        defaultValue={chosen}
        options={day.slots.map(({ slot, title, hours, note, open }) => ({
          value: slot,
          title,
          detail: hours,
          note: slot === own ? "This visit" : note,
          disabled: !open && slot !== own,
        }))}
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
