import { setTimeout as sleep } from "node:timers/promises";
import { askReadiness } from "~/features/maintenance/ask-readiness.server";

/** With `wait`: for a site that has just been started. */
const WAIT_MS = 60_000;
const PAUSE_MS = 200;

/** Whether the site that runs with these settings can take bookings; throws when it cannot. */
export async function health({ wait }: { wait?: true } = {}) {
  const until = performance.now() + (wait ? WAIT_MS : 0);
  let { address, answer } = await askReadiness();
  while (!answer?.ok && performance.now() < until) {
    await sleep(PAUSE_MS);
    ({ address, answer } = await askReadiness());
  }
  if (!answer) throw new Error(`Nothing answers at ${address}`);
  if (!answer.ok) throw new Error(`${answer.status} at ${address}: ${answer.text}`);
  console.log("The site is open and takes bookings");
}
