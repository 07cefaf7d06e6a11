import { setTimeout as sleep } from "node:timers/promises";
import { env } from "~/env.server";

const TIMEOUT_MS = 10_000;
const PAUSE_MS = 200;
const ALL_ADDRESSES = ["0.0.0.0", "::"];

/** Asks the site that runs on this machine with these settings whether it takes bookings. Null when nothing answers. */
export async function askReadiness() {
  const host = ALL_ADDRESSES.includes(env.HOST) ? "127.0.0.1" : env.HOST;
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${env.PORT}/readyz`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { ok, status } = response;
    return { address, answer: { ok, status, text: (await response.text()).trim() } };
  } catch {
    return { address, answer: null };
  }
}

/** The same of a site that has just been started: what it answers when it is ready, or after `waitMs` at the latest. */
export async function awaitReadiness(waitMs: number) {
  const until = performance.now() + waitMs;
  let found = await askReadiness();
  while (!found.answer?.ok && performance.now() < until) {
    await sleep(PAUSE_MS);
    found = await askReadiness();
  }
  return found;
}
