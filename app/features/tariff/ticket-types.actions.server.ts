import type { Staff } from "~/features/auth/permissions";
import type { FormValues } from "~/lib/form-values";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { moveTicketType, saveTicketType } from "./change-ticket-types.server";
import { TARIFF_PATHS } from "./tariff.rules";
import { TicketTypeInput } from "./tariff.schema";

export async function handleTicketTypeAction(staff: Staff, form: FormValues) {
  const { intent, id = "", seen } = form;
  if (intent === "up" || intent === "down") {
    moveTicketType(staff, id, intent === "up" ? -1 : 1);
    return redirectWithToast(`${TARIFF_PATHS.tickets}#type-${id}`, "Order saved");
  }
  const fields = parseInput(TicketTypeInput, form);
  const saved = saveTicketType(staff, { ...fields, ...(id && { id }) }, id ? seen : undefined);
  return redirectWithToast(`${TARIFF_PATHS.tickets}#type-${saved}`, "Ticket saved");
}
