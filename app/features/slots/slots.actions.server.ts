import type { Staff } from "~/features/auth/permissions";
import type { FormValues } from "~/lib/form-values";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { endSlot, saveSlot, setWalkInMinutes } from "./change-slots.server";
import { EndSlotInput, SlotInput, WalkInInput } from "./slot.schema";

const SCREEN = "/admin/dashboard/zoo/slots";

export async function handleSlotAction(staff: Staff, form: FormValues) {
  const { intent, slot = "", seen } = form;
  if (intent === "end") {
    endSlot(staff, { slot, ...parseInput(EndSlotInput, form) }, seen);
    return redirectWithToast(`${SCREEN}#slot-${slot}`, "Slot ended");
  }
  if (intent === "walkIns") {
    setWalkInMinutes(staff, parseInput(WalkInInput, form).walkInMinutes);
    return redirectWithToast(`${SCREEN}#walk-ins`, "Walk-in reserve saved");
  }
  const fields = parseInput(SlotInput, form);
  const id = saveSlot(staff, { ...fields, ...(slot && { slot }) }, slot ? seen : undefined);
  return redirectWithToast(`${SCREEN}#slot-${id}`, "Slot saved");
}
