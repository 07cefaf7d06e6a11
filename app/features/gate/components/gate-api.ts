import type { OfflineManifest } from "../evaluate-scan";
import { clockOffset, saveClockOffset, serverTime, type DeviceScan } from "./gate-storage";
import type { Gate, ScanResult } from "./gate-types";

const SYNC_PATH = "/admin/dashboard/check-in/sync";
const SCAN_TIMEOUT_MS = 3_000;
const MANIFEST_TIMEOUT_MS = 15_000;

export class SignedOutError extends Error {}

export const sendScans = (scans: DeviceScan[]) =>
  request<{ results: ScanResult[]; gate: Gate }>(SCAN_TIMEOUT_MS, {
    method: "POST",
    body: new URLSearchParams({
      scans: JSON.stringify(scans.map(atServerTime)),
      now: String(serverTime()),
    }),
  });

const atServerTime = ({ offset = clockOffset(), at, ...scan }: DeviceScan) => ({
  ...scan,
  at: at + offset,
});

export const fetchManifest = () =>
  request<{ list: OfflineManifest; gate: Gate }>(MANIFEST_TIMEOUT_MS);

async function request<Answer>(timeoutMs: number, init: RequestInit = {}): Promise<Answer> {
  const controller = new AbortController(); // old iPhones have no `AbortSignal.timeout`
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const startedAt = Date.now();
  try {
    const response = await fetch(SYNC_PATH, {
      ...init,
      redirect: "manual",
      signal: controller.signal,
    });
    if (response.type === "opaqueredirect") throw new SignedOutError();
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    const answer = (await response.json()) as Answer & { now: number };
    saveClockOffset(answer.now - (startedAt + Date.now()) / 2);
    return answer;
  } finally {
    clearTimeout(timer);
  }
}
