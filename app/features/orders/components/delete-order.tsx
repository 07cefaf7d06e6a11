import type { OrderStatus } from "../order.rules";
import { ConfirmDialog } from "~/components/form/confirm-dialog";

type Props = {
  order: { id: string; status: OrderStatus; customer: string; email: string; total: string };
  /** The page that asks. */
  here: string;
  /** Where keeping it leads back to; its row, unless given. */
  backTo?: string;
  /** What it is called there. */
  noun: "order" | "payment";
};

/** The question before an order goes for good. */
export const DeleteOrder = ({
  order: { id, status, ...order },
  here,
  backTo = `order-${id}`,
  noun,
}: Props) => (
  <ConfirmDialog
    question={noun === "order" ? "Delete this order?" : "Delete this payment (order)?"}
    detail={`${id}, ${order.customer || order.email || "erased"}, ${order.total}. ${status === "paid" ? "Its tickets stop working and it" : "It"} leaves the reports.`}
    safe={{ label: `Keep ${noun}`, to: `${here}#${backTo}` }}
    danger={`Delete ${noun}`}
    action={`${here}#errors`}
    fields={{ id, intent: "delete" }}
  />
);
