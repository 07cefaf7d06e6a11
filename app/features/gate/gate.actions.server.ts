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

/**
 * Parses scans sent by a device, corrected by the offset of its clock; without its own time (`now`), they count as of
 * their arrival. Throws `invalid`.
 */
export function parseDeviceScans({ scans = "", now = "" }: FormValues) {
  const arrived = Date.now();
  const isMeasured = /^\d{1,15}$/.test(now);
  return parseInput(Scans, parseJson(scans)).map((scan) => ({
    ...scan,
    at: isMeasured ? scan.at - (Number(now) - arrived) : arrived,
  }));
}
