import { authorize, type Staff } from "~/features/auth/permissions";
import { sendTestMail } from "~/features/mail/status/test-mail.server";
import type { FormValues } from "~/lib/form-values";
import { redirectWithToast } from "~/lib/http/toast.server";
import { DomainError } from "~/lib/errors";
import { isSetupStep, SETUP_PATH } from "./setup.rules";
import { dismissSetup, markStep } from "./setup.server";

const DASHBOARD = "/admin/dashboard";

export async function handleSetupAction(staff: Staff, form: FormValues) {
  authorize(staff, "zoo.update");
  const { intent, step = "" } = form;
  if (intent === "dismiss") {
    dismissSetup(staff, true);
    return redirectWithToast(DASHBOARD, "First steps dismissed");
  }
  if (intent === "show") {
    dismissSetup(staff, false);
    return redirectWithToast(DASHBOARD, "First steps are shown here again");
  }
  if (intent === "mail") {
    await sendTestMail(staff.email);
    markStep(staff, "mail", true);
    return redirectWithToast(`${SETUP_PATH}#mail`, `Test mail sent to ${staff.email}`);
  }
  if (!isSetupStep(step)) throw new DomainError("not_found", "There is no such step");
  markStep(staff, step, intent === "done");
  return redirectWithToast(`${SETUP_PATH}#${step}`, intent === "done" ? "Done" : "Open again");
}
