import { claimNext } from "~/features/mail/delivery.server";

/** The next mail to send, when fewer than one look takes in have to be set aside before it. */
export function claimedMail() {
  const mail = claimNext();
  if (mail === "more") throw new Error("There are more to be looked at");
  return mail;
}
