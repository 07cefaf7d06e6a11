import { authorize, type Staff } from "~/features/auth/permissions";
import type { FormValues } from "~/lib/form-values";
import { DomainError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/toast.server";
import { sendTestMail } from "./status/test-mail.server";

/** The forms of the outbox. */
export async function handleOutboxAction(staff: Staff, { intent }: FormValues) {
  authorize(staff, "outbox.send");
  if (intent !== "test") throw new DomainError("not_found", "There is no such action");
  await sendTestMail(staff.email);
  return redirectWithToast("/admin/dashboard/outbox#main", `Test mail sent to ${staff.email}`);
}
