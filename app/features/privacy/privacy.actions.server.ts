import { redirect } from "@remix-run/node";
import { authorize, type Staff } from "~/features/auth/permissions";
import type { FormValues } from "~/lib/form-values";
import { parseInput } from "~/lib/parse-input";
import { erasePerson } from "./erase-person.server";
import { personPseudonym, personRef } from "./personal-data.server";
import { SetRetention, PersonInput } from "./privacy.schema";
import { retentionDays, setRetentionDays } from "./retention.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { erasureSummary } from "./privacy.presenter.server";
import { runOnce } from "~/lib/http/idempotent-action.server";

const SCREEN = "/admin/dashboard/privacy";

/** Redirects to the result. A shorter retention period erases data for good, so it needs a confirmation. */
export async function handlePrivacyAction(staff: Staff, { intent, sure, ...form }: FormValues) {
  if (intent === "find") {
    authorize(staff, "privacy.manage");
    const { email } = parseInput(PersonInput, { email: form.email });
    return redirect(`${SCREEN}?person=${personRef(email)}`);
  }
  if (intent === "erase") {
    const person = parseInput(PersonInput, { email: form.email });
    const erase = () => `Erased: ${erasureSummary(erasePerson(staff, person.email))}`;
    const toast = runOnce("privacy.erase", personPseudonym(person.email), "Already erased", erase);
    return redirectWithToast(`${SCREEN}?person=${personRef(person.email)}#person`, toast);
  }
  const { days } = parseInput(SetRetention, { days: form.days });
  if (!sure && days < retentionDays()) {
    return redirect(`${SCREEN}?${new URLSearchParams({ confirm: "keep", days: String(days) })}`);
  }
  setRetentionDays(staff, { days });
  return redirectWithToast(`${SCREEN}#main`, "Retention period saved");
}
