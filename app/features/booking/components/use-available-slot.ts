import { useEffect } from "react";
import type { FormValues } from "~/lib/form-values";
import { errorsAt, type FormError } from "~/components/form/form-state";
import type { useFormValues } from "~/components/form/use-form-values";
import type { SlotChoice } from "./use-day-availability";

/** Unchecks a slot that cannot be booked on the current day or that the server rejected. */
export function useAvailableSlot(
  { form, follow }: ReturnType<typeof useFormValues>,
  slots: SlotChoice[],
  formError: FormError | undefined,
) {
  useEffect(() => {
    retainChoice(form.current, ({ disabled }) => !disabled);
    follow();
  }, [form, follow, slots]);

  useEffect(() => {
    if (!hasSlotError(formError)) return;
    retainChoice(form.current, () => false);
    follow();
  }, [form, follow, formError]);
}

/** Sets `checked` on the elements: React would ignore the next press on the card that it rendered as checked. */
function retainChoice(form: HTMLFormElement | null, mayStay: (card: HTMLInputElement) => boolean) {
  for (const card of form?.querySelectorAll<HTMLInputElement>("[name=slot]") ?? []) {
    card.checked = card.checked && mayStay(card);
  }
}

const hasSlotError = (formError: FormError | undefined) =>
  errorsAt(formError, "slot") !== undefined;

export const chosenSlot = (formError: FormError | undefined, start: FormValues) =>
  hasSlotError(formError) ? undefined : (formError?.values ?? start).slot;
