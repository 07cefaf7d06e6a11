import { claimNext, markFailed, markSent } from "./delivery.server";
import type { Mail } from "./mail.server";
import { onMailQueued } from "./enqueue-mail.server";
import { env } from "~/env.server";
import { logInfo, logError } from "~/lib/http/logger.server";
import { openTransport, type Transport } from "./smtp.server";

const POLL_MS = 3_000;
const CONCURRENCY = 4;

const SHUTDOWN_TIMEOUT_MS = 5_000;

/** Sends due mails. No-op without a mail server. */
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

/** Logs once when sending starts to fail and once when it recovers; `deliver` logs final failures. */
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

async function deliver(
  mail: Mail,
  transport: Transport,
  trackHealth: (answer: SendResult) => void,
) {
  try {
    const smtpError = await transport.send(mail);
    trackHealth(smtpError);
    if (!smtpError) return markSent(mail);
    const gaveUp = markFailed(mail, smtpError.message, smtpError.isFinal);
    if (gaveUp) logError(`Mail ${mail.id} (${mail.kind}) was not sent`, smtpError.code);
  } catch (error) {
    // The database is not writable. The mail is retried when its lease expires.
    logError(`The result of mail ${mail.id} could not be recorded`, error);
  }
}
