import type { GateList } from "~/domain/ticket/gate.rules";
import type { DeviceScan } from "./device-store";
import type { Gate, ScanResult } from "./gate-types";

const SYNC = "/admin/dashboard/check-in/sync";
const PATIENCE_MS = 3_000;

/** The zoo answered, and wants to know who is asking. */
export class SignedOut extends Error {}

export const sendScans = (scans: DeviceScan[]) =>
  ask<{ results: ScanResult[]; gate: Gate }>({
    method: "POST",
    body: new URLSearchParams({ scans: JSON.stringify(scans) }),
  });

export const fetchList = () => ask<{ list: GateList; gate: Gate }>({});

/** Throws when there is no answer within some seconds, or none that helps. */
async function ask<Answer>(init: RequestInit): Promise<Answer> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(SYNC, { ...init, redirect: "manual", signal });
  if (response.type === "opaqueredirect") throw new SignedOut();
  if (!response.ok) throw new Error(`The zoo answered ${response.status}`);
  return (await response.json()) as Answer;
}
