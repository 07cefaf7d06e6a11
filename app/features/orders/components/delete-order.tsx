import type { OrderStatus } from "../order-status";
import { ConfirmDialog } from "~/components/form/confirm-dialog";

type Props = {
  order: {
    id: string;
    status: OrderStatus;
    customer: string;
    email: string;
    isErased: boolean;
    channel: string;
    total: string;
    refundDue: boolean;
    refund: string;
  };
  path: string;
  backTo?: string;
  noun: "order" | "payment";
};

export const DeleteOrder = ({
  order: { id, status, ...order },
  path,
  backTo = `order-${id}`,
  noun,
}: Props) => (
  <ConfirmDialog
    question={noun === "order" ? "Delete this order?" : "Delete this payment (order)?"}
    detail={
      <>
        {id},{" "}
        <bdi>
          {order.customer ||
            order.email ||
            (order.isErased ? "erased" : order.channel.toLowerCase())}
        </bdi>
        , {order.total}. {status === "paid" ? "Its tickets stop working and it" : "It"} leaves the
        reports.
        {order.refundDue &&
          ` ${order.refund} is still to be given back for it: afterwards nothing says so any more.`}
        {status === "paid" && ` ${order.total} was paid for it and is not refunded.`}
      </>
    }
    cancel={{ label: `Keep ${noun}`, to: `${path}#${backTo}` }}
    confirmLabel={`Delete ${noun}`}
    action={`${path}#errors`}
    fields={{ id, intent: "delete" }}
  />
);
