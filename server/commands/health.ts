import { setTimeout as sleep } from "node:timers/promises";
import { env } from "~/env.server";

const WILDCARDS = ["0.0.0.0", "::"];

/** With `wait`: for a site that has just been started. */
const WAIT_MS = 60_000;
const PAUSE_MS = 200;

/** Whether the site that runs with these settings can take bookings; throws when it cannot. */
export async function health({ wait }: { wait?: true } = {}) {
  const until = performance.now() + (wait ? WAIT_MS : 0);
  while (!(await isOpen(performance.now() < until))) await sleep(PAUSE_MS);
  console.log("The site is open and takes bookings");
}

/** Throws why it is not, unless it may still open. */
async function isOpen(mayOpen: boolean) {
  try {
    await ask();
    return true;
  } catch (error) {
    if (mayOpen) return false;
    throw error;
  }
}

async function ask() {
  const host = WILDCARDS.includes(env.HOST) ? "127.0.0.1" : env.HOST;
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${env.PORT}/readyz`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => {
    throw new Error(`Nothing answers at ${address}`);
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} at ${address}: ${text.trim()}`);
}
