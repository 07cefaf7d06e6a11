import type { OfflineManifest } from "../evaluate-scan";
import { clockOffset, saveClockOffset, serverTime, type DeviceScan } from "./gate-storage";
import { gatePlace } from "./gate-place";
import { isEnded, type Ended, type Gate, type ScanResult } from "./gate-types";

const SCAN_TIMEOUT_MS = 3_000;
const MANIFEST_TIMEOUT_MS = 15_000;

/** The server says that whoever scans here may no longer. */
export class AccessEndedError extends Error {
  ended: Ended;
  constructor(ended: Ended) {
    super(ended);
    this.ended = ended;
  }
}

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
    const response = await fetch(`${gatePlace()}/sync`, {
      ...init,
      headers: { Accept: "application/json" },
      redirect: "manual",
      signal: controller.signal,
    });
    if (response.status === 401 || response.status === 403) await throwIfEnded(response);
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    const answer = (await response.json()) as Answer;
    saveClockOffset(answer.now - (startedAt + Date.now()) / 2);
    return answer;
  } finally {
    clearTimeout(timer);
  }
}

/** Only in the zoo's own words: a network that asks for a sign-in of its own ends nothing. */
async function throwIfEnded(response: Response) {
  const { ended } = (await response.json()) as { ended?: unknown };
  if (isEnded(ended)) throw new AccessEndedError(ended);
}
