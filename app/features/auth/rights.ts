import type { Role } from "./roles";

/** What owners can grant to an account, or take from it, beside its role. */
export const RIGHTS = [
  "gate",
  "counter",
  "orders",
  "refunds",
  "closing",
  "capacity",
  "reports",
  "animals",
  "messages",
  "staff",
  "zoo",
  "audit",
  "privacy",
] as const;
export type Right = (typeof RIGHTS)[number];

/** Granted where true, taken where false; else as the role has it. */
export type RightOverrides = Partial<Record<Right, boolean>>;

export const RIGHT_LABELS: Record<Right, string> = {
  gate: "Check tickets",
  counter: "Sell at the counter",
  orders: "Orders and groups",
  refunds: "Refunds",
  closing: "Close days and slots",
  capacity: "Capacity",
  reports: "Reports and takings",
  animals: "Animals",
  messages: "Messages",
  staff: "Other admins",
  zoo: "Zoo, prices and hours",
  audit: "Audit log",
  privacy: "Privacy",
};

/** An account as far as permissions go. */
export type RightsHolder = {
  role: Role;
  rights?: RightOverrides | undefined;
  /** Most that they may give back for one order, in paise; null or absent: any sum. */
  refundLimitPaise?: number | null | undefined;
};
