import { hoarded, mailed, queued } from "./abuse.ts";
import { backedUp } from "./backup.ts";
import { diskBroken } from "./broken.ts";
import { clockMoved } from "./clock.ts";
import { damaged } from "./damage.ts";
import { diskFull } from "./full.ts";
import { killed } from "./kill.ts";
import { overrun, soaked } from "./load.ts";
import { logHeld, logNotWritten } from "./log.ts";
import { paymentsKilled } from "./payments/killed.ts";
import { webhooksPoured } from "./payments/load.ts";
import { powerCut } from "./power.ts";
import { refused } from "./refusals.ts";
import { enumerated, guessed, lanes, stormed } from "./sign-in.ts";
import { slowed } from "./slow.ts";
import { erasedBesideStandby } from "./standby/erased.ts";
import { failedOver } from "./standby/killed.ts";
import { stopped } from "./stop.ts";

type Outcome = { passed: boolean | undefined; figures: string };

/** What is done to the site, how often for a release, and what must hold. */
const FAULTS: [name: string, rounds: number, run: (rounds: number) => Promise<Outcome>][] = [
  ["kill -9", 50, killed],
  ["payments", 100, paymentsKilled],
  ["power cut", 50, powerCut],
  ["disk full", 5, diskFull],
  ["disk broken", 20, diskBroken],
  ["damaged page", 20, damaged],
  ["SIGTERM", 20, stopped],
  ["backup", 5, backedUp],
  ["standby", 3, failedOver],
  ["standby erasure", 1, erasedBesideStandby],
  ["wrong start", 1, refused],
  ["clock", 1, clockMoved],
  ["log held", 60, logHeld],
  ["log unread", 1, logNotWritten],
  ["guessing", 10, guessed],
  ["lanes", 20, () => lanes(20)],
  ["who is there", 20, enumerated],
  ["sign-ins", 30, stormed],
  ["unpaid places", 1, hoarded],
  ["unpaid mails", 1, mailed],
  ["a queue", 1, queued],
  ["slow clients", 10, slowed],
  ["overload", 60, overrun],
  ["webhooks", 10, webhooksPoured],
  ["soak", 10, soaked],
];

const isQuick = process.argv.includes("--quick");
const only = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const table: string[] = [];

for (const [name, rounds, run] of FAULTS) {
  if (only.length > 0 && !only.includes(name)) continue;
  const { passed, figures } = await run(isQuick ? Math.min(3, rounds) : rounds).catch(
    (error: unknown) => ({ passed: false, figures: String(error) }),
  );
  const line = `${passed === undefined ? "–" : passed ? "✓" : "✗"} ${name.padEnd(12)} ${figures}`;
  console.log(line);
  table.push(line);
  if (passed === false) process.exitCode = 1;
}
console.log(`\n${table.join("\n")}`);
