import { moneyBack } from "~/features/orders/order.rules";
import { ButtonLink } from "~/components/ui/button";
import { ConfirmDialog } from "~/components/form/confirm-dialog";

type Order = { id: string; status: string; tickets: string; total: string };

/** How a visitor gives a booking up: the link and the question it leads to use the same words. */
function wordsFor({ status, total }: Pick<Order, "status" | "total">) {
  if (status === "paid") {
    return {
      act: "Get your money back",
      question: "Get your money back?",
      consequence: `${moneyBack(total)} The tickets are no longer valid.`,
    };
  }
  return {
    act: "Cancel booking",
    question: "Cancel this booking?",
    consequence: "Its places go back on sale at once.",
  };
}

type LinkProps = {
  /** The visitor's secret address. */
  own: string;
  order: Pick<Order, "status" | "total">;
  variant: "secondary" | "danger-ghost";
  className?: string;
};

export const CancelLink = ({ own, order, ...look }: LinkProps) => (
  <ButtonLink {...look} to={`${own}?confirm=cancel`} preventScrollReset>
    {wordsFor(order).act}
  </ButtonLink>
);

export function CancelQuestion({ own, order }: { own: string; order: Order }) {
  const { act, question, consequence } = wordsFor(order);
  return (
    <ConfirmDialog
      question={question}
      detail={`${order.id}, ${order.tickets}. ${consequence}`}
      safe={{ label: "Keep booking", to: own }}
      danger={act}
      action={`${own}#errors`}
      fields={{ intent: "cancel" }}
    />
  );
}
