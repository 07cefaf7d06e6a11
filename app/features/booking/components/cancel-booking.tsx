import { refundAmount } from "~/features/orders/order-status";
import { ButtonLink } from "~/components/ui/button";
import { ConfirmDialog } from "~/components/form/confirm-dialog";

type Order = { id: string; status: string; tickets: string; total: string };

function cancelTexts({ status, total }: Pick<Order, "status" | "total">) {
  if (status === "paid") {
    return {
      act: "Cancel and get a refund",
      question: "Cancel and get a refund?",
      consequence: `${refundAmount(total)} The tickets are no longer valid.`,
    };
  }
  return {
    act: "Cancel booking",
    question: "Cancel this booking?",
    consequence: "Its places go back on sale at once.",
  };
}

type LinkProps = {
  own: string;
  order: Pick<Order, "status" | "total">;
  variant: "secondary" | "danger-ghost";
  className?: string;
};

export const CancelLink = ({ own, order, ...button }: LinkProps) => (
  <ButtonLink {...button} to={`${own}?confirm=cancel`} preventScrollReset>
    {cancelTexts(order).act}
  </ButtonLink>
);

export function CancelQuestion({ own, order }: { own: string; order: Order }) {
  const { act, question, consequence } = cancelTexts(order);
  return (
    <ConfirmDialog
      question={question}
      detail={`${order.id}, ${order.tickets}. ${consequence}`}
      cancel={{ label: "Keep booking", to: own }}
      confirmLabel={act}
      action={`${own}#errors`}
      fields={{ intent: "cancel" }}
    />
  );
}
