import type { Staff } from "~/features/auth/permissions";
import type { FormValues } from "~/lib/form-values";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { savePromo } from "./change-promos.server";
import { chosenOf } from "./price-rules.actions.server";
import { TARIFF_PATHS } from "./tariff.rules";
import { PromoInput } from "./tariff.schema";

export async function handlePromoAction(staff: Staff, form: FormValues) {
  const { edited, seen } = form;
  const fields = parseInput(PromoInput, {
    ...form,
    ticketTypes: chosenOf(form, "type"),
    weekdays: chosenOf(form, "weekday").map(Number),
  });
  savePromo(staff, fields, edited, edited ? seen : undefined);
  return redirectWithToast(`${TARIFF_PATHS.promos}#promo-${edited ?? fields.code}`, "Code saved");
}
