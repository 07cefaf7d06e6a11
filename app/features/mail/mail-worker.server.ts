import { claimMail, mailFailed, mailWasSent } from "./delivery.server";
import type { Mail } from "./mail.server";
import { whenMailIsQueued } from "./enqueue-mail.server";
import { settings } from "~/env.server";
import { logNews, logTrouble } from "~/lib/http/logger.server";
import { openTransport, type Transport } from "./smtp.server";

const POLL_MS = 3_000;
const AT_ONCE = 4;

/** Time for running attempts when the site closes. */
const PATIENCE_MS = 5_000;

/** Sends the waiting mails while the site is open; without a mail server it rests. */
export function startSender() {
  const { SMTP_URL } = settings;
  if (!SMTP_URL) return { stop: async () => {} };

  const transport = openTransport(SMTP_URL);
  const hear = hearing();
  const running = new Set<Promise<void>>();
  let stopped = false;

  function sendDue() {
    try {
      while (!stopped && running.size < AT_ONCE) {
        const mail = claimMail();
        if (!mail) return;
        if (mail === "more") return void setImmediate(sendDue);
        const attempt = deliver(mail, transport, hear).finally(() => {
          running.delete(attempt);
          sendDue();
        });
        running.add(attempt);
      }
    } catch (error) {
      logTrouble("The outbox could not be read", error);
    }
  }

  const poll = setInterval(sendDue, POLL_MS);
  poll.unref();
  whenMailIsQueued(sendDue);

  return {
    /** Takes no more mails, and waits a little for those that are on the way. */
    async stop() {
      stopped = true;
      clearInterval(poll);
      whenMailIsQueued(() => {});
      const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
      await Promise.race([Promise.all(running), patience]);
    },
  };
}

type Answer = Awaited<ReturnType<Transport["send"]>>;

/**
 * Tells when the mail server begins to refuse, and when it takes mail again: one line each, because an attempt that
 * failed would otherwise be in no log until it is given up, two days later. What is refused for good, or could not be
 * written, has a line of its own.
 */
function hearing() {
  let isRefusing = false;
  return (refused: Answer) => {
    if (refused?.isFinal || refused?.code === "" || isRefusing === (refused !== null)) return;
    isRefusing = refused !== null;
    if (refused)
      logTrouble("The mail server accepts no mail; sending is tried again", refused.code);
    else logNews("The mail server accepts mail again");
  };
}

/** One attempt. A failure is recorded with the mail, and holds nothing else up. */
async function deliver(mail: Mail, transport: Transport, hear: (answer: Answer) => void) {
  try {
    const refused = await transport.send(mail);
    hear(refused);
    if (!refused) return mailWasSent(mail);
    const gaveUp = mailFailed(mail, refused.said, refused.isFinal);
    if (gaveUp) logTrouble(`Mail ${mail.id} (${mail.kind}) was not sent`, refused.code);
  } catch (error) {
    // The database could not be written: the lease runs out, and the mail is tried again.
    logTrouble(`The result of mail ${mail.id} could not be recorded`, error);
  }
}
