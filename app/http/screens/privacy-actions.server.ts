import { redirect } from "@remix-run/node";
import type { Staff } from "~/domain/access";
import type { Fields } from "~/domain/fields";
import { parse } from "~/domain/parse";
import { erasePerson } from "~/domain/privacy/erase-person.server";
import { personTarget } from "~/domain/privacy/person.server";
import { KeepContacts, PersonInput } from "~/domain/privacy/privacy.schema";
import { contactDays, keepContacts } from "~/domain/privacy/retention.server";
import { redirectWithToast } from "../toast.server";
import { erasedInWords } from "./privacy-view.server";
import { unlessDone } from "./unless-gone.server";

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
