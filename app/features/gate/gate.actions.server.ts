import type { Actor } from "~/features/auth/permissions";
import type { FormValues } from "~/lib/form-values";
import { parseInput } from "~/lib/parse-input";
import { Scans } from "./gate.schema";
import { dismissConflict, syncScans } from "./sync-scans.server";
import { parseJson } from "~/lib/http/read-body.server";

export function handleGateAction(actor: Actor, form: FormValues): string | null {
  const { intent, key = "", code = "", override, party } = form;
  if (intent === "dismiss") {
    dismissConflict(actor, key);
    return null;
  }
  const scan = { key, at: Date.now(), override: override === "yes", party: party === "yes" };
  const [result] = syncScans(actor, parseInput(Scans, [{ ...scan, code: code.trim() }]));
  return result?.key ?? null;
}

/** Parses scans sent by a device, corrected by the offset of its clock. Throws `invalid`. */
export function parseDeviceScans({ scans = "", now = "" }: FormValues) {
  const clockOffset = /^\d{1,15}$/.test(now) ? Number(now) - Date.now() : 0;
  return parseInput(Scans, parseJson(scans)).map((scan) => ({
    ...scan,
    at: scan.at - clockOffset,
  }));
}
