import type { ReactNode } from "react";
import type { OrderStatus } from "~/features/orders/order-status";

export type Tone = "pending" | "paid" | "cancelled" | "refunded" | "info";

export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`badge ${TONES[tone]}`}>{children}</span>;
}

const TONES: Record<Tone, string> = {
  pending: "bg-pending-bg text-pending-fg [--dot:var(--color-pending-dot)]",
  paid: "bg-paid-bg text-paid-fg [--dot:var(--color-paid-dot)]",
  cancelled: "bg-cancelled-bg text-cancelled-fg [--dot:var(--color-cancelled-dot)]",
  refunded: "bg-refunded-bg text-refunded-fg [--dot:var(--color-refunded-dot)]",
  info: "bg-info-bg text-info-fg",
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
