import { RadioCards } from "~/components/form/radio-cards";
import type { SlotChoice } from "./use-day-availability";

type Props = {
  legend: string;
  slots: SlotChoice[];
  defaultValue: string | undefined;
  /** The visit's current slot: it may be full only because of this visit. */
  own?: string | null;
};

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
