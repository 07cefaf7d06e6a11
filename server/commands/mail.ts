import { openZoo } from "~/features/startup/open-zoo.server";
import { UsageError } from "./report-error.ts";

/** Sends a test mail at once, and reports what the mail server answers. */
export async function mailTest(address: string) {
  const { env } = await import("~/env.server");
  if (!env.SMTP_URL) throw new UsageError("SMTP_URL is not set, so no mail is sent");
  const { CliMailTest } = await import("~/features/mail/status/test-mail.schema");
  const { error, data } = CliMailTest.safeParse({ email: address });
  if (error) throw new UsageError(error.issues[0]?.message);
  await openZoo();
  const { sendTestMail } = await import("~/features/mail/status/test-mail.server");
  await sendTestMail(data.email);
  console.log(`The mail server has taken a test mail to ${data.email}`);
}
