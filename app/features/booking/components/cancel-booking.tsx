import { refundAmount } from "~/features/orders/order-status";
import { ButtonLink } from "~/components/ui/button";
import { ConfirmDialog } from "~/components/form/confirm-dialog";

type Order = { id: string; status: string; tickets: string; refund: string };

function cancelTexts({ status, refund }: Pick<Order, "status" | "refund">) {
  if (status === "paid") {
    return {
      act: "Cancel and get a refund",
      question: "Cancel and get a refund?",
      consequence: `${refundAmount(refund)} The tickets are no longer valid.`,
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
  order: Pick<Order, "status" | "refund">;
  variant: "secondary" | "danger-ghost";
  className?: string;
};

export const CancelLink = ({ own, order, ...button }: LinkProps) => (
  <ButtonLink {...button} to={`${own}?confirm=cancel`} preventScrollReset>
    {cancelTexts(order).act}
  </ButtonLink>
);

type Inside = { count: number; outside: number; line: string } | null;

export function CancelQuestion(props: { own: string; order: Order; inside: Inside }) {
  const { own, order, inside } = props;
  const { act, question, consequence } = cancelTexts(order);
  return (
    <ConfirmDialog
      question={question}
      detail={`${order.id}, ${order.tickets}. ${insideText(inside)}${consequence}`}
      cancel={{ label: "Keep booking", to: own }}
      confirmLabel={act}
      action={`${own}#errors`}
      fields={{ intent: "cancel", ...knownInside(inside) }}
    />
  );
}

type MoveProps = {
  own: string;
  visit: { date: string; slot: string };
  to: { date: string; slot: string; label: string };
  inside: Inside;
};

/** Asked when some of the party are inside already. */
export const MoveQuestion = ({ own, visit, to: { label, ...wanted }, inside }: MoveProps) => (
  <ConfirmDialog
    question="Move only those who are not inside?"
    detail={`${insideText(inside)}Moved to ${label}.`}
    cancel={{ label: "Keep the visit", to: own }}
    confirmLabel="Move the others"
    action={`${own}#errors`}
    fields={{
      intent: "move",
      ...wanted,
      from: `${visit.date} ${visit.slot}`,
      ...knownInside(inside),
    }}
  />
);

const knownInside = (inside: Inside): Record<string, string> =>
  inside ? { inside: String(inside.count) } : {};

const insideText = (inside: Inside) => (inside ? `${inside.line} ` : "");
