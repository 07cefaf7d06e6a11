import { RadioCards } from "../form/radio-cards";
import type { SlotChoice } from "./use-booking";

type Props = {
  legend: string;
  slots: SlotChoice[];
  /** The first choice; from then on the form holds it, and a press redraws none of the cards. */
  defaultValue: string | undefined;
  error?: string;
  /** The visit's current slot: it may be full only because of this visit. */
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
