import type { OfflineManifest } from "../evaluate-scan";
import { gatePlace, type GatePlace } from "./gate-place";
import type { Ended } from "./gate-types";

/** Of staff; the list of a gate device is its own, because a page without a signed-in user deletes that of staff. */
const MANIFEST_KEYS: Record<GatePlace, string> = {
  "/admin/dashboard/check-in": "zoo:gate-list",
  "/gate": "zoo:gate-list-device",
};
const ENDED_KEYS: Record<GatePlace, string> = {
  "/admin/dashboard/check-in": "zoo:gate-ended",
  "/gate": "zoo:gate-ended-device",
};
const QUEUE_KEY = "zoo:gate-queue";
const CLOCK_KEY = "zoo:gate-clock";
const MUTED_KEY = "zoo:gate-muted";

/** A scan. `at` is by the device's clock, which was `offset` behind; `ahead`: number of people admitted offline. */
export type DeviceScan = {
  key: string;
  code: string;
  at: number;
  offset?: number;
  override: boolean;
  party: boolean;
  /** How many of a party come in. */
  people?: number;
  /** This page can ask for it. */
  asks?: boolean;
  ahead: number;
  /** Who scanned it, sealed by the server: somebody else may send it. */
  by?: string;
};

export function readManifest(): OfflineManifest | null {
  const manifest = read<OfflineManifest>(MANIFEST_KEYS[gatePlace()]);
  if (manifest && manifest.endsAt > serverTime()) return manifest;
  if (manifest) clearManifest();
  return null;
}

export const writeManifest = (manifest: OfflineManifest) =>
  write(MANIFEST_KEYS[gatePlace()], manifest);
export const clearManifest = (place = gatePlace()) => write(MANIFEST_KEYS[place], null);

/** Stored, so that no other tab and no later page judges either before the server has answered again. */
export const endAccess = (why: Ended | null, place = gatePlace()) => write(ENDED_KEYS[place], why);
export const accessEnded = () => read<Ended>(ENDED_KEYS[gatePlace()]);

/** Unsent scans, oldest first. Not cached in memory, because another tab may send them. */
export const pendingScans = () => read<DeviceScan[]>(QUEUE_KEY) ?? [];

export const queueScan = (scan: DeviceScan) => write(QUEUE_KEY, [...pendingScans(), scan]);

export function dropScans(keys: string[]) {
  const remaining = pendingScans().filter(({ key }) => !keys.includes(key));
  write(QUEUE_KEY, remaining.length > 0 ? remaining : null);
}

/** Less than this is the time that a response takes. */
const SAME_TIME_MS = 2_000;

/** Milliseconds that this device's clock is behind the server's, as of the last response; negative: ahead. */
export const clockOffset = () => read<number>(CLOCK_KEY) ?? 0;

export function saveClockOffset(offset: number) {
  write(CLOCK_KEY, Math.abs(offset) < SAME_TIME_MS ? null : Math.round(offset));
}

export const serverTime = () => Date.now() + clockOffset();

export const isMuted = () => read<boolean>(MUTED_KEY) === true;
export const saveMuted = (muted: boolean) => write(MUTED_KEY, muted || null);

/** Used when localStorage is full or disabled. */
const memoryFallback = new Map<string, unknown>();

function read<Value>(name: string): Value | null {
  if (memoryFallback.has(name)) return memoryFallback.get(name) as Value | null;
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") as Value | null;
  } catch {
    return null;
  }
}

function write(name: string, value: unknown) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
    memoryFallback.delete(name);
  } catch {
    memoryFallback.set(name, value);
  }
}
