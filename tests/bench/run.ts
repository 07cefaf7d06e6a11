import type { Line } from "./line.ts";
import { traffic } from "./traffic.ts";

/** The parts of the bench; each prints its lines, and one that falls short fails the whole. */
const PARTS: [name: string, run: () => Promise<Line[]>][] = [["traffic", () => traffic(rounds)]];

const words = process.argv.slice(2);
const rounds = words.includes("--quick") ? 1 : 5;
const only = words.filter((word) => !word.startsWith("--"));

for (const [name, run] of PARTS) {
  if (only.length > 0 && !only.includes(name)) continue;
  console.log(`\n${name}`);
  for (const { name: what, figure, bar, ok } of await run()) {
    console.log(`${ok ? "✓" : "✗"} ${what.padEnd(48)} ${figure.padEnd(36)} ${bar}`);
    if (!ok) process.exitCode = 1;
  }
}
