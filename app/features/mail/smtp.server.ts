import type { SendMailOptions } from "nodemailer";
import type { Mail } from "./mail.server";
import { logError } from "~/lib/http/logger.server";
import { compose } from "./compose.server";

/** Their sum must stay well below `LEASE_MS`. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 45_000 };

const MAX_ERROR_LENGTH = 300;

/** `message` is displayed in the outbox. `isFinal`: retrying would not help. */
type SendFailure = { message: string; code: string; isFinal: boolean; cause: Error };

export type Transport = { send(mail: Mail): Promise<SendFailure | null> };

/** `url`: `smtp://user:password@host:587`. Opens one connection per mail. */
export const openTransport = (url: string): Transport => ({
  async send(mail) {
    const failure = await sendMessage(url, () => compose(mail));
    // Without a code the error comes from composing the mail, not from the connection.
    if (failure?.code === "")
      logError(`Mail ${mail.id} (${mail.kind}) could not be written`, failure.cause);
    return failure;
  },
});

/** Null once the mail server has accepted it. */
export async function sendMessage(
  url: string,
  message: () => SendMailOptions | Promise<SendMailOptions>,
): Promise<SendFailure | null> {
  try {
    const { createTransport } = await import("nodemailer");
    await createTransport({ url, ...TIMEOUTS }).sendMail(await message());
    return null;
  } catch (error) {
    return parseSmtpError(error);
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

function parseSmtpError(thrown: unknown): SendFailure {
  const error = thrown as SmtpError;
  const message = String(error.message).replace(/\s+/g, " ").slice(0, MAX_ERROR_LENGTH);
  const code = [error.code, error.command, error.responseCode].filter(Boolean).join(" ");
  return {
    message,
    code,
    isFinal: isRecipientError(error) && (error.responseCode ?? 0) >= 500,
    cause: error,
  };
}

/** A wrong password or sender is also 5xx, but can be corrected in the configuration. */
const isRecipientError = ({ command }: SmtpError) => command === "RCPT TO" || command === "DATA";
