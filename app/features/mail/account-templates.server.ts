import { mailOrigin } from "~/lib/http/urls.server";
import { zooProfile } from "~/features/zoo/zoo-profile.server";
import { RESET_LINK_MINUTES } from "~/features/auth/lost-password.rules";
import type { EmailContent } from "./email.types";
import type { AccountEvent } from "./mail.rules";

/** What has happened to the account, to the person who has it. */
const EVENTS: Record<AccountEvent, string> = {
  password: "The password of your account was changed",
  oneTimePassword: "An owner has set a one-time password for your account",
  emailAddress: "Your account has another email address now",
  factorAdded: "A second factor was added to your account",
  factorRemoved: "The second factor of your account was removed",
  factorReset: "The second factor of your account was reset",
  recoveryCodes: "Your account has new recovery codes",
  recoveryCode: "A recovery code was used to sign in to your account",
  passkeyAdded: "A passkey was added to your account",
  passkeyRemoved: "A passkey of your account was removed",
};

/** A notice of a change, without anything that would help a stranger who reads it. */
export const accountContent = (event: AccountEvent): EmailContent => ({
  subject: `${EVENTS[event]}, ${zooProfile().name}`,
  heading: EVENTS[event],
  parts: [
    { text: "Hello," },
    { text: `${EVENTS[event]} at ${zooProfile().name}. If that was you, there is nothing to do.` },
    {
      text: "If it was not, choose another password at once, and tell an owner of your zoo's accounts.",
    },
    { button: { label: "I lost my password", href: `${mailOrigin}/login/forgot` } },
  ],
});

/** `path` leads to the form for another password; the preview for staff has none. */
export const resetContent = (path: string): EmailContent => ({
  subject: `Choose another password for ${zooProfile().name}`,
  heading: "Choose another password",
  parts: [
    { text: "Hello," },
    { text: "Someone, probably you, asked for another password for your account." },
    path
      ? { button: { label: "Choose a password", href: mailOrigin + path } }
      : { text: "(The link is only in the email itself.)" },
    {
      aside: `The link works for ${RESET_LINK_MINUTES} minutes, and once. If it was not you, you can ignore this email.`,
    },
  ],
});
