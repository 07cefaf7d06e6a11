import { ConfirmDialog } from "./confirm-dialog";

type Props = {
  order: { id: string; customer: string; email: string; total: string };
  /** The list that it stands in. */
  here: string;
  /** What it is called there. */
  noun: "order" | "payment";
};

/** The question before an order of a list goes for good; its row is where keeping it leads back to. */
export const DeleteOrder = ({ order: { id, ...order }, here, noun }: Props) => (
  <ConfirmDialog
    question={noun === "order" ? "Delete this order?" : "Delete this payment (order)?"}
    detail={`${id}, ${order.customer || order.email || "erased"}, ${order.total}. Its tickets stop working and it leaves the reports.`}
    safe={{ label: `Keep ${noun}`, to: `${here}#order-${id}` }}
    danger={{ label: `Delete ${noun}` }}
    action={`${here}#errors`}
    fields={{ id, intent: "delete" }}
  />
);
