import type { OfflineManifest } from "../evaluate-scan";
import { clockOffset, saveClockOffset, serverTime, type DeviceScan } from "./gate-storage";
import type { Gate, ScanResult } from "./gate-types";

const SYNC_PATH = "/admin/dashboard/check-in/sync";
const SCAN_TIMEOUT_MS = 3_000;
const MANIFEST_TIMEOUT_MS = 15_000;

export class SignedOutError extends Error {}

/** The gate as of the server's time. */
export type GateAnswer = { gate: Gate; now: number };

export const sendScans = (scans: DeviceScan[]) =>
  request<GateAnswer & { results: ScanResult[] }>(SCAN_TIMEOUT_MS, {
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
  request<GateAnswer & { list: OfflineManifest }>(MANIFEST_TIMEOUT_MS);

async function request<Answer extends GateAnswer>(
  timeoutMs: number,
  init: RequestInit = {},
): Promise<Answer> {
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
    const answer = (await response.json()) as Answer;
    saveClockOffset(answer.now - (startedAt + Date.now()) / 2);
    return answer;
  } finally {
    clearTimeout(timer);
  }
}
