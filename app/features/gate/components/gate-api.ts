import type { GateList } from "../evaluate-scan";
import type { DeviceScan } from "./gate-storage";
import type { Gate, ScanResult } from "./gate-types";

const SYNC = "/admin/dashboard/check-in/sync";
/** People are waiting for a scan's answer; the list can load while they walk in. */
const SCAN_PATIENCE_MS = 3_000;
const LIST_PATIENCE_MS = 15_000;

/** The server answered that nobody is signed in. */
export class SignedOut extends Error {}

export const sendScans = (scans: DeviceScan[]) =>
  ask<{ results: ScanResult[]; gate: Gate }>(SCAN_PATIENCE_MS, {
    method: "POST",
    body: new URLSearchParams({ scans: JSON.stringify(scans), now: String(Date.now()) }),
  });

export const fetchList = () => ask<{ list: GateList; gate: Gate }>(LIST_PATIENCE_MS);

/** Throws when there is no answer in time, or no usable one. */
async function ask<Answer>(patienceMs: number, init: RequestInit = {}): Promise<Answer> {
  const asking = new AbortController(); // old iPhones have no `AbortSignal.timeout`
  const timer = setTimeout(() => asking.abort(), patienceMs);
  try {
    const response = await fetch(SYNC, { ...init, redirect: "manual", signal: asking.signal });
    if (response.type === "opaqueredirect") throw new SignedOut();
    if (!response.ok) throw new Error(`The zoo answered ${response.status}`);
    return (await response.json()) as Answer;
  } finally {
    clearTimeout(timer);
  }
}
