import { env } from "~/env.server";
import { zooProfile } from "~/features/zoo/zoo-profile.server";
import { mailOrigin } from "~/lib/http/urls.server";
import { createId } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { toMessage } from "../compose.server";
import { sendMessage } from "../smtp.server";

/** Sends now, past the outbox, so that its sender sees what the mail server answers. Throws `invalid` with that. */
export async function sendTestMail(recipient: string) {
  if (!env.SMTP_URL) throw invalid("No mail server is set up");
  const { name } = zooProfile();
  const content = {
    subject: `Test mail from ${name}`,
    heading: "Mails arrive",
    parts: [
      { text: `Visitors of ${name} get their bookings and tickets like this one.` },
      { button: { label: "Open the site", href: mailOrigin } },
    ],
  };
  const failure = await sendMessage(env.SMTP_URL, () => toMessage(content, recipient, createId()));
  if (failure) throw invalid(`The mail was not sent. The mail server says: ${failure.message}`);
}

const invalid = (message: string) =>
  new DomainError("invalid", message, [{ path: "mail", message }]);
