import { setTimeout as sleep } from "node:timers/promises";
import { toLocalDate } from "~/lib/time-zone.server";
import { getValue, setValue } from "~/lib/key-value-store.server";
import { isBusy, transaction } from "~/lib/write-transaction.server";
import { compareWithProviders, maintainPayments, runPaymentStep } from "./payment-jobs.server";

const POLL_MS = 3_000;
const MAINTAIN_MS = 60_000;
/** Providers do not publish how many calls they allow. */
const SPACING_MS = 1_000;
const COMPARE_HOUR = 3;
const COMPARED = "payments_compared_on";

/** Calls the providers while nobody waits: one call at a time. Returns a function that stops it. */
export function startPaymentWorker(onError: (what: string, error: unknown) => void) {
  let isStopped = false;
  let running: Promise<void> | undefined;

  async function run() {
    while (!isStopped && (await runPaymentStep(onError))) await sleep(SPACING_MS);
    if (!isStopped && isComparisonDue()) await compareWithProviders();
  }

  function guard(job: () => unknown) {
    try {
      job();
    } catch (error) {
      if (!isBusy(error)) onError("The upkeep of payments failed", error);
    }
  }

  const poll = setInterval(() => {
    running ??= run()
      .catch((error: unknown) => {
        if (!isBusy(error)) onError("The upkeep of payments failed", error);
      })
      .finally(() => (running = undefined));
  }, POLL_MS);
  const upkeep = setInterval(() => guard(maintainPayments), MAINTAIN_MS);
  poll.unref();
  upkeep.unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(poll);
      clearInterval(upkeep);
      await Promise.race([running, sleep(SPACING_MS)]);
    },
  };
}

/** Once a day from three in the morning on, zoo-local. */
function isComparisonDue() {
  const today = toLocalDate();
  if (new Date().getHours() < COMPARE_HOUR || getValue(COMPARED) === today) return false;
  transaction((tx) => setValue(tx, COMPARED, today), "none");
  return true;
}
