import type { Staff } from "~/domain/access";
import { parse } from "~/domain/parse";
import { erasePerson } from "~/domain/privacy/erase-person.server";
import { KeepContacts, OfPerson } from "~/domain/privacy/privacy.schema";
import { keepContacts } from "~/domain/privacy/retention.server";
import type { Fields } from "./body.server";
import { inWords } from "./privacy-view.server";
import { redirectWithToast } from "./toast.server";

const SCREEN = "/admin/dashboard/privacy";

/** Does what a form of the privacy screen asks for, and leads back to where its result shows. */
export async function actOnPrivacy(staff: Staff, { intent, days, email = "" }: Fields) {
  if (intent === "erase") {
    const person = parse(OfPerson, { email });
    const erased = erasePerson(staff, person.email);
    return redirectWithToast(
      `${SCREEN}?${new URLSearchParams(person)}#person`,
      `Erased: ${inWords(erased)}`,
    );
  }
  keepContacts(staff, parse(KeepContacts, { days }));
  return redirectWithToast(`${SCREEN}#main`, "Privacy saved");
}
