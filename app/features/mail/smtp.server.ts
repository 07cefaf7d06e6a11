import type { Mail } from "./mail.server";
import { logError } from "~/lib/http/logger.server";
import { compose } from "./compose.server";

/** Their sum must stay well below `LEASE_MS`. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 45_000 };

const MAX_ERROR_LENGTH = 300;

/** `message` is displayed in the outbox. `isFinal`: retrying would not help. */
type SendFailure = { message: string; code: string; isFinal: boolean };

export type Transport = { send(mail: Mail): Promise<SendFailure | null> };

/** `url`: `smtp://user:password@host:587`. Opens one connection per mail. */
export function openTransport(url: string): Transport {
  return {
    async send(mail) {
      try {
        const { createTransport } = await import("nodemailer");
        await createTransport({ url, ...TIMEOUTS }).sendMail(await compose(mail));
        return null;
      } catch (error) {
        return parseSmtpError(error, mail);
      }
    },
  };
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

function parseSmtpError(thrown: unknown, { id, kind }: Mail): SendFailure {
  const error = thrown as SmtpError;
  // An error without a code comes from composing the mail, not from the connection.
  if (!error.code) logError(`Mail ${id} (${kind}) could not be written`, error);
  const message = String(error.message).replace(/\s+/g, " ").slice(0, MAX_ERROR_LENGTH);
  const code = [error.code, error.command, error.responseCode].filter(Boolean).join(" ");
  return { message, code, isFinal: isRecipientError(error) && (error.responseCode ?? 0) >= 500 };
}

/** A wrong password or sender is also 5xx, but can be corrected in the configuration. */
const isRecipientError = ({ command }: SmtpError) => command === "RCPT TO" || command === "DATA";
