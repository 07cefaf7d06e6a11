import { setTimeout as sleep } from "node:timers/promises";
import { logError, logInfo } from "~/lib/http/logger.server";
import { isBusy } from "~/lib/write-transaction.server";
import { claimNext, endpointsWithDue, recordAnswer, type Claimed } from "./deliveries.server";
import { onEventQueued } from "./enqueue-event.server";
import { postWebhook, type PostOptions } from "./post-webhook.server";
import { signedHeaders } from "./signature.server";

const POLL_MS = 2_000;

/** Attempts at one endpoint at a time. Endpoints do not wait for each other. */
const LANES = 4;

/** Between two attempts of a lane: fifty a second at most, because a rush of bookings needs the thread for its visitors. */
const PAUSE_MS = 80;

const SHUTDOWN_TIMEOUT_MS = 5_000;

const UNREADABLE = "Not sent: SESSION_SECRET has changed, so replace the secret of this webhook";

type Options = PostOptions & {
  /** UTC milliseconds. */
  now?: () => number;
};

/** Sends the deliveries that are due in the background. */
export function startWebhookWorker() {
  const sender = createSender();
  const send = () => void sender.sendDue();
  const poll = setInterval(send, POLL_MS);
  poll.unref();
  onEventQueued(send);
  return {
    async stop() {
      clearInterval(poll);
      onEventQueued(() => {});
      const timeout = new Promise((resolve) => setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref());
      await Promise.race([sender.stop(), timeout]);
    },
  };
}

/** `sendDue` sends what is due, and resolves when it has been answered and nothing else is due. */
export function createSender({ now = Date.now, ...options }: Options = {}) {
  const running = new Map<string, Set<Promise<void>>>();
  const failing = new Set<string>();
  let stopped = false;

  async function runLane(endpointId: string) {
    while (!stopped) {
      const claimed = await claim(endpointId);
      if (!claimed) return;
      await attempt(claimed);
      await sleep(PAUSE_MS);
    }
  }

  async function claim(endpointId: string) {
    try {
      return await claimNext(endpointId, now());
    } catch (error) {
      if (!isBusy(error)) logError("The webhooks could not be read", error);
      return null;
    }
  }

  async function attempt(claimed: Claimed) {
    const answer = await send(claimed);
    try {
      noteOutcome(claimed, await recordAnswer(claimed, answer, now()));
    } catch (error) {
      // The database is not writable. The delivery is tried again when its lease expires.
      logError(`The result of webhook ${claimed.messageId} could not be recorded`, error);
    }
  }

  async function send({ messageId: id, url, body, secrets }: Claimed) {
    if (secrets.length === 0) return { status: null, text: UNREADABLE };
    const headers = signedHeaders({ id, body }, secrets, now());
    return postWebhook({ url, headers, body }, options);
  }

  /** One line when an endpoint starts to fail, and one when it recovers. */
  function noteOutcome({ endpointId, event }: Claimed, outcome: string) {
    if (outcome === "sent") {
      if (failing.delete(endpointId)) logInfo(`Webhook ${endpointId} receives again`);
      return;
    }
    if (!failing.has(endpointId))
      logError(`Webhook ${endpointId} does not receive; sending is tried again`, event);
    failing.add(endpointId);
    if (outcome === "failed") logError(`Webhook ${endpointId} never received an event`, event);
    if (outcome === "gone") logError(`Webhook ${endpointId} has ended`, "It answered 410 Gone");
  }

  function fillLanes(endpointId: string) {
    const lanes = running.get(endpointId) ?? new Set();
    running.set(endpointId, lanes);
    while (lanes.size < LANES) {
      const lane = runLane(endpointId).finally(() => lanes.delete(lane));
      lanes.add(lane);
    }
  }

  async function sendDue() {
    if (stopped) return;
    try {
      for (const endpointId of endpointsWithDue(now())) fillLanes(endpointId);
    } catch (error) {
      logError("The webhooks could not be read", error);
    }
    await Promise.all([...running.values()].flatMap((lanes) => [...lanes]));
  }

  return {
    sendDue,
    /** Claims nothing more, and resolves when what is under way has been answered. */
    async stop() {
      stopped = true;
      await Promise.all([...running.values()].flatMap((lanes) => [...lanes]));
    },
  };
}
