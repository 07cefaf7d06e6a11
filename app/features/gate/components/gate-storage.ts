import type { GateList } from "../evaluate-scan";

/** What a gate device stores, so that a page that is loaded again still has it. */

const LIST = "zoo:gate-list";
const QUEUE = "zoo:gate-queue";
const MUTED = "zoo:gate-muted";

/** A scan as it is sent. `ahead`: how many people the device let in by itself. */
export type DeviceScan = {
  key: string;
  code: string;
  at: number;
  override: boolean;
  party: boolean;
  ahead: number;
};

/** Today's list; a list of another day is forgotten. */
export function keptList(): GateList | null {
  const list = read<GateList>(LIST);
  if (list && list.endsAt > Date.now()) return list;
  if (list) forgetList();
  return null;
}

export const keepList = (list: GateList) => write(LIST, list);
export const forgetList = () => write(LIST, null);

/** Scans that could not be sent, oldest first. Read from the store each time: another tab may have sent some. */
export const waitingScans = () => read<DeviceScan[]>(QUEUE) ?? [];

export const queueScan = (scan: DeviceScan) => write(QUEUE, [...waitingScans(), scan]);

export function dropScans(keys: string[]) {
  const left = waitingScans().filter(({ key }) => !keys.includes(key));
  write(QUEUE, left.length > 0 ? left : null);
}

export const isMuted = () => read<boolean>(MUTED) === true;
export const keepMuted = (muted: boolean) => write(MUTED, muted || null);

/** When the browser stores nothing (full or forbidden): kept as long as the page is open. */
const memory = new Map<string, unknown>();

function read<Value>(name: string): Value | null {
  if (memory.has(name)) return memory.get(name) as Value | null;
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
    memory.delete(name);
  } catch {
    memory.set(name, value);
  }
}
