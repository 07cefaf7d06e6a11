import type { ReactNode } from "react";
import type { OrderStatus } from "~/features/orders/order-status";

export type Tone = "pending" | "paid" | "cancelled" | "refunded" | "info";

export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`badge ${TONES[tone]}`}>{children}</span>;
}

const TONES: Record<Tone, string> = {
  pending: "badge-pending",
  paid: "badge-paid",
  cancelled: "badge-cancelled",
  refunded: "badge-refunded",
  info: "badge-info",
};

const LABELS: Record<OrderStatus, string> = {
  pending: "Pending",
  paid: "Paid",
  cancelled: "Cancelled",
  refunded: "Refunded",
};

export const OrderStatusBadge = ({ status }: { status: OrderStatus }) => (
  <StatusBadge tone={status}>{LABELS[status]}</StatusBadge>
);
