import { useEffect } from "react";
import type { Fields } from "~/lib/form-values";
import { complaintsAt, type Refused } from "~/components/form/form-state";
import type { useTyped } from "~/components/form/use-form-values";
import type { SlotChoice } from "./use-day-availability";

/** Unchecks a slot that can no longer be booked, not on this day, or that was just refused. */
export function useOpenSlot(
  { form, follow }: ReturnType<typeof useTyped>,
  slots: SlotChoice[],
  refused: Refused | undefined,
) {
  useEffect(() => {
    keepChosen(form.current, ({ disabled }) => !disabled);
    follow();
  }, [form, follow, slots]);

  useEffect(() => {
    if (!isSlotRefused(refused)) return;
    keepChosen(form.current, () => false);
    follow();
  }, [form, follow, refused]);
}

/**
 * Sets `checked` on every card: React still believes that the card it drew as chosen is checked, and would ignore
 * the next press on it.
 */
function keepChosen(form: HTMLFormElement | null, mayStay: (card: HTMLInputElement) => boolean) {
  for (const card of form?.querySelectorAll<HTMLInputElement>("[name=slot]") ?? []) {
    card.checked = card.checked && mayStay(card);
  }
}

const isSlotRefused = (refused: Refused | undefined) =>
  complaintsAt(refused, "visitSlot") !== undefined;

/** The slot that the form comes with: what was sent, unless that is what was wrong. */
export const chosenSlot = (refused: Refused | undefined, start: Fields) =>
  isSlotRefused(refused) ? undefined : (refused?.values ?? start).slot;
