import { RadioCards } from "../form/radio-cards";
import type { SlotChoice } from "./use-booking";

type Props = {
  legend: string;
  slots: SlotChoice[];
  /** Chosen at first; from then on the form holds the choice, and a press draws none of the cards again. */
  defaultValue: string | undefined;
  error?: string;
  /** The slot that the visit stands in now: it may be full with nobody but itself. */
  own?: string | null;
};

/** The slots of a day, to choose one; those that are full, closed or over are there to be read. */
export const SlotCards = ({ slots, own, ...group }: Props) => (
  <RadioCards
    {...group}
    name="slot"
    required
    options={slots.map(({ slot, title, hours, note, open }) => ({
      value: slot,
      title,
      detail: hours,
      note: slot === own ? "This visit" : note,
      disabled: !open && slot !== own,
    }))}
  />
);
