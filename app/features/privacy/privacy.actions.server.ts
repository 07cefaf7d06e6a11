import { redirect } from "@remix-run/node";
import type { Staff } from "~/features/auth/permissions";
import type { Fields } from "~/lib/form-values";
import { parse } from "~/lib/parse-input";
import { erasePerson } from "./erase-person.server";
import { personTarget } from "./personal-data.server";
import { KeepContacts, PersonInput } from "./privacy.schema";
import { contactDays, keepContacts } from "./retention.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { erasedInWords } from "./privacy.presenter.server";
import { unlessDone } from "~/lib/http/idempotent-action.server";

const SCREEN = "/admin/dashboard/privacy";

/**
 * Handles a form of the privacy screen, and redirects to where its result shows. Fewer days erase data for good,
 * so they are confirmed first.
 */
export async function actOnPrivacy(staff: Staff, { intent, sure, ...form }: Fields) {
  if (intent === "erase") {
    const person = parse(PersonInput, { email: form.email });
    const erase = () => `Erased: ${erasedInWords(erasePerson(staff, person.email))}`;
    const toast = unlessDone("privacy.erase", personTarget(person.email), "Already erased", erase);
    return redirectWithToast(`${SCREEN}?${new URLSearchParams(person)}#person`, toast);
  }
  const { days } = parse(KeepContacts, { days: form.days });
  if (!sure && days < contactDays()) {
    return redirect(`${SCREEN}?${new URLSearchParams({ confirm: "keep", days: String(days) })}`);
  }
  keepContacts(staff, { days });
  return redirectWithToast(`${SCREEN}#main`, "Retention period saved");
}
