import { timeFormatter } from "~/lib/intl";
import {
  evaluatePartyCode,
  evaluateScan,
  formatPeople,
  PARTY,
  standsForParty,
  type ManifestEntry,
  type OfflineManifest,
  type PartyEntry,
} from "../evaluate-scan";
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
  const { key, code, override, people = null } = scan;
  const base = { key, code, override, people, admitted: 0, ticket: null };
  if (!manifest) return { ...base, verdict: "unchecked" };

  const hash = await hashOf(manifest, code);
  const ticket = findByHash(manifest.tickets, hash);
  const party = findByHash(manifest.parties, hash);
  const ofTicket = ticket && partyOf(manifest, ticket);
  const counted = ticket && standsForParty(ticket, { isParty: ofTicket !== undefined }, people);
  const byParty = counted ? ofTicket : party;
  if (byParty) return { ...base, ...evaluatePartyOffline(scan, manifest, byParty) };
  if (ticket) return { ...base, ...evaluateTicketOffline(scan, manifest, ticket) };
  return { ...base, ...evaluateUnlisted(scan) };
}

type Evaluated = Pick<ScanResult, "verdict" | "admitted" | "ticket">;

function evaluateTicketOffline(
  scan: DeviceScan,
  manifest: OfflineManifest,
  ticket: ManifestEntry,
): Evaluated {
  const { type, number, of, used } = ticket;
  const at = timeOf(scan);
  const order = { ...visitOf(manifest, ticket), tickets: ticketsOf(manifest, ticket) };
  const result = evaluateScan(ticket, order, { ...scan, at }, manifest);
  const { verdict, admitted, ...counts } = result;
  markUsed(manifest, admitted, at);
  const place = `ticket ${number} of ${of}`;
  const ofParty = partyOf(manifest, ticket) !== undefined;
  const shown = { isParty: false, ofParty, type, used, place };
  return {
    verdict,
    admitted: admitted.length,
    ticket: { ...orderText(manifest, ticket), ...shown, ...counts },
  };
}

function evaluatePartyOffline(
  scan: DeviceScan,
  manifest: OfflineManifest,
  party: PartyEntry,
): Evaluated {
  const at = timeOf(scan);
  const tickets = ticketsOf(manifest, party);
  const order = { ...visitOf(manifest, party), tickets, isVoid: party.isVoid };
  const options = { people: null, asks: true, ...scan, at };
  const { verdict, admitted, ...counts } = evaluatePartyCode(order, options, manifest);
  markUsed(manifest, admitted, at);
  const used = tickets.findLast(({ state }) => state === "in")?.used ?? null;
  const place = formatPeople(counts.partyIn + counts.partyOut);
  const shown = { isParty: true, ofParty: true, type: PARTY, used, place };
  return {
    verdict,
    admitted: admitted.length,
    ticket: { ...orderText(manifest, party), ...shown, ...counts },
  };
}

/** The party code of an order that has one. */
const partyOf = ({ parties = [] }: OfflineManifest, { orderId }: OfOrder) =>
  parties.find((party) => party.orderId === orderId && !party.isVoid);

type OfOrder = Pick<ManifestEntry, "orderId" | "slot">;

const timeOf = ({ at, offset = 0 }: DeviceScan) => at + offset;
const ticketsOf = (manifest: OfflineManifest, { orderId }: OfOrder) =>
  manifest.tickets.filter((other) => other.orderId === orderId);
const visitOf = ({ day }: OfflineManifest, { slot }: OfOrder) => ({
  visitDate: day,
  visitSlot: slot,
});
const orderText = ({ dayLabel, slotLabels }: OfflineManifest, { orderId, slot }: OfOrder) => ({
  orderId,
  day: dayLabel,
  slot: slotLabels?.[slot] ?? slot,
});

/** Marks tickets that the server admitted in the manifest, in case the connection is lost. */
export async function markOffline({ code, party }: DeviceScan, result: ScanResult) {
  const { verdict } = result;
  const manifest = canEvaluateOffline() ? readManifest() : null;
  if (!manifest || (verdict !== "in" && verdict !== "used")) return;
  const hash = await hashOf(manifest, code);
  const outside = (entry: ManifestEntry) => entry.state === "out";
  const ticket = findByHash(manifest.tickets, hash);
  const isParty = result.ticket?.isParty === true;
  const entry = isParty && ticket ? partyOf(manifest, ticket) : findByHash(manifest.parties, hash);
  if (entry) {
    const tickets = ticketsOf(manifest, entry);
    const missing = missingInside(result, tickets);
    return markUsed(manifest, tickets.filter(outside).slice(0, missing), serverTime());
  }
  if (!ticket) return;
  const isAdmitted = (other: ManifestEntry) =>
    other === ticket || (party && other.orderId === ticket.orderId);
  const admitted = manifest.tickets.filter((other) => outside(other) && isAdmitted(other));
  markUsed(manifest, admitted, serverTime());
}

/** A manifest may be newer than the server's answer, which then counts its people already; not those still waiting. */
function missingInside({ ticket, admitted, waiting }: ScanResult, tickets: ManifestEntry[]) {
  if (waiting) return admitted;
  const inside = tickets.filter(({ state }) => state === "in").length;
  return Math.max(0, (ticket?.partyIn ?? 0) - inside);
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

async function hashOf({ salt }: OfflineManifest, code: string) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(salt + code));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

const findByHash = <Entry extends { hash: string }>(entries: Entry[] = [], wanted: string) =>
  entries.find(({ hash }) => hash === wanted);
