import type { Slot } from "~/features/orders/slots";
import type { TicketType } from "~/features/orders/ticket-types";
import type { ScanVerdict } from "../scan-verdicts";
import type { Timestamp } from "~/components/ui/relative-time";

/** The result of a scan, in words that are ready to be shown. */
export type ScanResult = {
  key: string;
  code: string;
  /**
   * Two verdicts besides the server's own, from an offline device: `unlisted` when its list does not have the
   * ticket, `unchecked` when it has no list.
   */
  verdict: ScanVerdict | "unlisted" | "unchecked";
  admitted: number;
  override: boolean;
  ticket: DisplayedTicket | null;
  /** Judged by the device: how many of its scans are not yet sent. */
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
  /** The oldest of them. */
  conflicts: Conflict[];
  conflictCount: number;
};

/** A decision of staff about the last scanned ticket. */
export type Decision = { override?: boolean; party?: boolean };

export type Decide = (code: string, decision: Decision) => void;

export type Connection = "good" | "gone" | "signed-out";

export type GateDeviceState = {
  gate: Gate;
  result: ScanResult | null;
  connection: Connection;
  /** Scans that are not yet sent. */
  waiting: number;
};
