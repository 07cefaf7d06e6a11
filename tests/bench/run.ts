import { execFileSync } from "node:child_process";
import { browser } from "./browser.ts";
import { files } from "./files.ts";
import { growth } from "./growth.ts";
import { hostile } from "./abuse.ts";
import { counter } from "./peak/counter.ts";
import { rush } from "./peak/rush.ts";
import { webhooks } from "./peak/webhooks.ts";
import type { Line } from "./result-line.ts";
import { start } from "./start.ts";
import { traffic } from "./traffic.ts";

const words = process.argv.slice(2);
const isQuick = words.includes("--quick");
const only = words.filter((word) => !word.startsWith("--"));
const rounds = isQuick ? 1 : 5;

/** The parts of the bench; each prints its lines, and one that falls short fails the whole. */
const PARTS: [name: string, run: () => Promise<Line[]>][] = [
  ["traffic", () => traffic(rounds)],
  // The busiest moments of a zoo that takes payments online, with all of it switched on.
  ["webhooks", () => webhooks(isQuick ? 3 : 20)],
  ["counter", () => counter(isQuick ? 100 : 500)],
  ["rush", () => rush(isQuick ? 2_000 : 20_000)],
  ["files", () => files(rounds)],
  ["hostile", hostile],
  ["start", () => start(isQuick ? 3 : 9)],
  ["growth", growth],
  ["browser", browser],
];

const all: Line[] = [];
for (const [name, run] of PARTS) {
  if (only.length > 0 && !only.includes(name)) continue;
  console.log(`\n${name}`);
  execFileSync("sync"); // what was written before would delay this part's writes
  const lines = await run().catch((error) => [failed(name, error)]);
  lines.forEach(print);
  all.push(...lines);
}
const holding = all.filter(({ ok }) => ok).length;
console.log(`\n${holding} of ${all.length} lines hold`);
// A part that was mistyped would otherwise pass.
if (holding < all.length || all.length === 0) process.exitCode = 1;

function print({ name, figure, bar, ok }: Line) {
  console.log(`${ok ? "✓" : "✗"} ${name.padEnd(48)} ${figure.padEnd(36)} ${bar}`);
}

/** One part that cannot be measured takes nothing from the others. */
function failed(part: string, error: unknown): Line {
  console.error(error);
  const [reason = ""] = String(error).split("\n");
  return { name: `${part} could not be measured`, figure: reason, bar: "–", ok: false };
}
