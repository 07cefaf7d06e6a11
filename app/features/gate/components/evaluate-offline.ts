import { timeFormatter } from "~/lib/intl";
import { evaluateScan, type OfflineManifest, type ManifestEntry } from "../evaluate-scan";
import { parseOrderId } from "~/features/tickets/ticket-code";
import {
  writeManifest,
  readManifest,
  pendingScans,
  serverTime,
  type DeviceScan,
} from "./gate-storage";
import type { ScanResult } from "./gate-types";

/** Hashing needs a secure context. */
export const canEvaluateOffline = () => globalThis.crypto?.subtle !== undefined;

/** Evaluates a scan against the manifest. Marks admitted tickets there, so that a second scan is rejected. */
export async function evaluateOffline(scan: DeviceScan): Promise<ScanResult> {
  const manifest = readManifest();
  const { key, code, override, offset = 0 } = scan;
  const at = scan.at + offset;
  const base = { key, code, override, admitted: 0, ticket: null };
  if (!manifest) return { ...base, verdict: "unchecked" };

  const ticket = await findByCode(manifest, code);
  if (!ticket) return { ...base, ...evaluateUnlisted(scan) };

  const { type, orderId, number, of, slot, used } = ticket;
  const tickets = manifest.tickets.filter((other) => other.orderId === orderId);
  const order = { tickets, visitDate: manifest.day, visitSlot: slot };
  const { verdict, admitted, partyIn, partyOut } = evaluateScan(
    ticket,
    order,
    { ...scan, at },
    manifest,
  );
  markUsed(manifest, admitted, at);

  return {
    ...base,
    verdict,
    admitted: admitted.length,
    ticket: {
      type,
      orderId,
      used,
      partyIn,
      partyOut,
      place: `ticket ${number} of ${of}`,
      day: manifest.dayLabel,
      slot: manifest.slotLabels?.[slot] ?? slot,
    },
  };
}

/** Marks tickets that the server admitted in the manifest, in case the connection is lost. */
export async function markOffline({ code, party }: DeviceScan, { verdict }: ScanResult) {
  const manifest = canEvaluateOffline() ? readManifest() : null;
  if (!manifest || (verdict !== "in" && verdict !== "used")) return;
  const ticket = await findByCode(manifest, code);
  if (!ticket) return;
  const isAdmitted = (entry: ManifestEntry) =>
    entry === ticket || (party && entry.orderId === ticket.orderId);
  markUsed(
    manifest,
    manifest.tickets.filter((entry) => entry.state === "out" && isAdmitted(entry)),
    serverTime(),
  );
}

/** The ticket may be newer than the manifest or for another day, so staff decide, once per code. */
function evaluateUnlisted({
  code,
  override,
}: DeviceScan): Pick<ScanResult, "verdict" | "admitted"> {
  if (parseOrderId(code)) return { verdict: "unknown", admitted: 0 };
  if (pendingScans().some((other) => other.code === code)) return { verdict: "used", admitted: 0 };
  return override ? { verdict: "in", admitted: 1 } : { verdict: "unlisted", admitted: 0 };
}

function markUsed(manifest: OfflineManifest, admitted: ManifestEntry[], time: number) {
  if (admitted.length === 0) return;
  const used = timeFormatter(manifest.timeZone)(time);
  for (const ticket of admitted) Object.assign(ticket, { state: "in", used });
  writeManifest(manifest);
}

async function findByCode({ salt, tickets }: OfflineManifest, code: string) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(salt + code));
  const hash = btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return tickets.find((ticket) => ticket.hash === hash);
}
