import type { Review } from "~/features/payments/payment.rules";
import type { OrderStatus } from "../order-status";

/** For so long a change of status can be undone, and its mail and its refund wait. */
export const UNDO_MS = 10_000;

/** And the press on its way. */
export const UNDO_LIMIT_MS = 15_000;

/** The columns of an order that a change of status writes. */
type StatusFields = {
  status: OrderStatus;
  statusReason: string;
  network: string;
  refundDue: boolean;
};

/** Ids of what a change of status did to an order's money. */
export type LedgerChange = {
  payments: number[];
  refunds: number[];
  /** Refunds that no provider had been called for, and no longer will be. */
  withdrawn: number[];
  /** Payments about which staff or visitor had something to decide; `since` is what the change left. */
  reviews: { id: number; review: Review; reviewNote: string; since: Review }[];
  /** The last ones of the order, so that later money shows. */
  lastPayment: number;
  lastRefund: number;
};

/** Ids of mails. */
export type MailChange = {
  queued: number[];
  /** Had been waiting, and may have become untrue. */
  waiting: number[];
};

type BankReference = {
  orderSeq: number;
  reference: string;
  createdAt: number;
  notFoundAt: number | null;
};

/** What undoing a change of status needs to know. */
export type StatusChange = {
  before: StatusFields;
  ledger: LedgerChange;
  mails: MailChange;
  /** Ids of deliveries of webhooks; absent in what an earlier version has stored. */
  events?: number[];
  /** What the visitor had given of a UPI transfer. */
  reference: BankReference | undefined;
  /** A second press changes nothing. */
  isUndone?: boolean;
};
