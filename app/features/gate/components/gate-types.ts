import type { Slot } from "~/features/orders/slots";
import type { TicketType } from "~/features/orders/ticket-types";
import type { ScanVerdict } from "../scan-verdicts";
import type { Timestamp } from "~/components/ui/relative-time";

export type ScanResult = {
  key: string;
  code: string;
  /** Offline only: `unlisted` when the manifest lacks the ticket, `unchecked` when there is no manifest. */
  verdict: ScanVerdict | "unlisted" | "unchecked";
  admitted: number;
  override: boolean;
  ticket: DisplayedTicket | null;
  /** Set by offline evaluation: the number of unsent scans. */
  waiting?: number;
};

type DisplayedTicket = {
  ticketType: TicketType;
  orderId: string;
  /** `ticket 1 of 3` */
  place: string;
  day: string;
  slot: string;
  /** `9:41 AM by Asha Rao` */
  used: string | null;
  partyIn: number;
  partyOut: number;
};

export type Conflict = ScanResult & { ahead: number; scanned: string };

export type SlotCount = {
  slot: Slot;
  label: string;
  hours: string;
  arrived: number;
  expected: number;
  isNow: boolean;
};

export type CheckIn = {
  ticketType: TicketType;
  orderId: string;
  place: string;
  when: Timestamp;
  by: string | null;
};

export type Gate = {
  slots: SlotCount[];
  recent: CheckIn[];
  conflicts: Conflict[];
  conflictCount: number;
};

export type Decision = { override?: boolean; party?: boolean };

export type Decide = (code: string, decision: Decision) => void;

export type Connection = "online" | "offline" | "signed-out";

export type GateDeviceState = {
  gate: Gate;
  result: ScanResult | null;
  connection: Connection;
  waiting: number;
};
