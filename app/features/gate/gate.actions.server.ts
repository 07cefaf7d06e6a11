import type { Actor } from "~/features/auth/permissions";
import type { FormValues } from "~/lib/form-values";
import { admitByCode } from "./admission.server";
import { admitPartyByCode } from "./check-in.server";
import { parseInput } from "~/lib/parse-input";
import { CheckInParty, PartyFields, Scans } from "./gate.schema";
import { dismissConflict, syncScans } from "./sync-scans.server";
import { parseJson } from "~/lib/http/read-body.server";

export function handleGateAction(actor: Actor, form: FormValues): string | null {
  const { intent, key = "", code = "", override, party } = form;
  if (intent === "dismiss") {
    dismissConflict(actor, key);
    return null;
  }
  const { people } = parseInput(PartyFields, form);
  const decision = { override: override === "yes", party: party === "yes", people, asks: true };
  const scan = { key, at: Date.now(), ...decision };
  const [result] = syncScans(actor, parseInput(Scans, [{ ...scan, code: code.trim() }]));
  return result?.key ?? null;
}

/** Check-in on the page of a ticket or of a party code. Throws as `admitByCode` and `admitPartyByCode`. */
export function handleTicketAction(actor: Actor, code: string, form: FormValues) {
  const override = form.override === "yes";
  if (form.people === undefined)
    return admitByCode(actor, code, { party: form.party === "yes", override });
  const { people, key } = parseInput(CheckInParty, form);
  return admitPartyByCode(actor, code, { people, key, override });
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
