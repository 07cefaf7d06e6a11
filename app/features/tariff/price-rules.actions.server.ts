import type { Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { deletePriceRule, movePriceRule, savePriceRule } from "./change-price-rules.server";
import { previewRule } from "./price-rules.presenter.server";
import { TARIFF_PATHS } from "./tariff.rules";
import { PriceRuleInput } from "./tariff.schema";

const PATH = TARIFF_PATHS.prices;

/** A rule is shown with what it changes before it is saved. */
export async function handlePriceRuleAction(staff: Staff, form: FormValues) {
  const { intent, id = "", seen, known } = form;
  const rule = id ? Number(id) : undefined;
  if (intent === "up" || intent === "down") {
    movePriceRule(staff, Number(id), intent === "up" ? -1 : 1);
    return redirectWithToast(`${PATH}#rule-${id}`, "Order saved");
  }
  if (intent === "delete") {
    deletePriceRule(staff, Number(id));
    return redirectWithToast(`${PATH}#main`, "Price rule deleted");
  }
  const fields = parseInput(PriceRuleInput, ruleFromForm(form));
  const changes = previewRule(fields, rule);
  if (known !== JSON.stringify(changes)) throw new UnknownChanges(changes);
  savePriceRule(staff, { ...fields, id: rule }, rule === undefined ? undefined : seen);
  return redirectWithToast(`${PATH}#main`, "Price rule saved");
}

/** The question is still to be asked: who saves does not know what it changes. */
class UnknownChanges extends DomainError {
  constructor(changes: string[]) {
    const message =
      changes.length === 0
        ? "It changes no price within a year. Save again to keep it all the same."
        : "Check what it changes, then save.";
    super("conflict", message);
  }
}

/** What the form shows beside its error. */
export function changesFor(_: Staff, form: FormValues) {
  const parsed = PriceRuleInput.safeParse(ruleFromForm(form));
  if (!parsed.success || form.intent !== "save") return { changes: null };
  return { changes: previewRule(parsed.data, form.id ? Number(form.id) : undefined) };
}

const ruleFromForm = (form: FormValues) => ({
  ...form,
  ticketTypes: chosenOf(form, "type"),
  slots: chosenOf(form, "slot"),
  weekdays: chosenOf(form, "weekday").map(Number),
});

/** The values of the boxes that are ticked: `type-adult` is `adult`. */
export const chosenOf = (form: FormValues, name: string) =>
  Object.keys(form)
    .filter((key) => key.startsWith(`${name}-`) && form[key] === "on")
    .map((key) => key.slice(name.length + 1));
