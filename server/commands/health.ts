import { env } from "~/env.server";

const WILDCARDS = ["0.0.0.0", "::"];

/** Whether the site that runs with these settings can take bookings; throws when it cannot. */
export async function health() {
  const host = WILDCARDS.includes(env.HOST) ? "127.0.0.1" : env.HOST;
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${env.PORT}/readyz`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => {
    throw new Error(`Nothing answers at ${address}`);
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} at ${address}: ${text.trim()}`);
  console.log("The site is open and takes bookings");
}
