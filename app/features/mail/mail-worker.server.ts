import { claimNext, markFailed, markSent } from "./delivery.server";
import type { Mail } from "./mail.server";
import { onMailQueued } from "./enqueue-mail.server";
import { env } from "~/env.server";
import { logInfo, logError } from "~/lib/http/logger.server";
import { openTransport, type Transport } from "./smtp.server";

const POLL_MS = 3_000;
const CONCURRENCY = 4;

/** Time for running attempts when the site closes. */
const SHUTDOWN_TIMEOUT_MS = 5_000;

/** Sends the waiting mails while the site is open; without a mail server it rests. */
export function startMailWorker() {
  const { SMTP_URL } = env;
  if (!SMTP_URL) return { stop: async () => {} };

  const transport = openTransport(SMTP_URL);
  const trackHealth = trackSmtpHealth();
  const running = new Set<Promise<void>>();
  let stopped = false;

  function sendDue() {
    try {
      while (!stopped && running.size < CONCURRENCY) {
        const mail = claimNext();
        if (!mail) return;
        if (mail === "more") return void setImmediate(sendDue);
        const attempt = deliver(mail, transport, trackHealth).finally(() => {
          running.delete(attempt);
          sendDue();
        });
        running.add(attempt);
      }
    } catch (error) {
      logError("The outbox could not be read", error);
    }
  }

  const poll = setInterval(sendDue, POLL_MS);
  poll.unref();
  onMailQueued(sendDue);

  return {
    /** Takes no more mails, and waits a little for those that are on the way. */
    async stop() {
      stopped = true;
      clearInterval(poll);
      onMailQueued(() => {});
      const timeout = new Promise((resolve) => setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref());
      await Promise.race([Promise.all(running), timeout]);
    },
  };
}

type SendResult = Awaited<ReturnType<Transport["send"]>>;

/**
 * Tells when the mail server begins to reject, and when it takes mail again: one line each, because an attempt that
 * failed would otherwise be in no log until it is given up, two days later. What is rejected for good, or could not be
 * written, has a line of its own.
 */
function trackSmtpHealth() {
  let isFailing = false;
  return (smtpError: SendResult) => {
    if (smtpError?.isFinal || smtpError?.code === "" || isFailing === (smtpError !== null)) return;
    isFailing = smtpError !== null;
    if (smtpError)
      logError("The mail server accepts no mail; sending is tried again", smtpError.code);
    else logInfo("The mail server accepts mail again");
  };
}

/** One attempt. A failure is recorded with the mail, and holds nothing else up. */
async function deliver(mail: Mail, transport: Transport, trackHealth: (answer: SendResult) => void) {
  try {
    const smtpError = await transport.send(mail);
    trackHealth(smtpError);
    if (!smtpError) return markSent(mail);
    const gaveUp = markFailed(mail, smtpError.message, smtpError.isFinal);
    if (gaveUp) logError(`Mail ${mail.id} (${mail.kind}) was not sent`, smtpError.code);
  } catch (error) {
    // The database could not be written: the lease runs out, and the mail is tried again.
    logError(`The result of mail ${mail.id} could not be recorded`, error);
  }
}
