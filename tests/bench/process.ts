import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** What Linux has counted for a process. Its clock leaves out what else the machine is doing. */

/** How long its first thread has worked; undefined where no system tells. */
export function workedMs(pid: number | undefined) {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(file) ? msIn(file) : undefined;
}

/** How long all its threads have worked until it rested: an answer may be there before its work is done. */
export async function restedMs(pid: number) {
  for (let before = allMs(pid); ;) {
    await sleep(5);
    const now = allMs(pid);
    if (now - before < 0.5) return now;
    before = now;
  }
}

const allMs = (pid: number) =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => msIn(`/proc/${pid}/task/${thread}/schedstat`))
    .reduce((sum, ms) => sum + ms, 0);

function msIn(file: string) {
  try {
    return Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0; // a thread that ended while it was being looked at
  }
}

export function residentMb(pid: number) {
  const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
