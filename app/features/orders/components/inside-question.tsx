import { ConfirmDialog } from "~/components/form/confirm-dialog";
import type { staffOrderView } from "../staff-order.presenter.server";

type View = ReturnType<typeof staffOrderView>;

type Props = {
  id: string;
  path: string;
  inside: NonNullable<View["inside"]>;
  asking: NonNullable<View["asking"]>;
};

const TEXTS: Record<string, { question: string; button: string; result: string }> = {
  visit: { question: "Move this order?", button: "Move the others", result: "Moved to" },
  refunded: { question: "Refund this order?", button: "Refund", result: "To give back:" },
  cancelled: { question: "Cancel this order?", button: "Cancel order", result: "To give back:" },
};

/** Before an order is moved, refunded or cancelled of which some people are inside. */
export function InsideQuestion({ id, path, inside, asking: { intent, label, fields } }: Props) {
  const text = TEXTS[intent];
  if (!text) return null;
  return (
    <ConfirmDialog
      question={text.question}
      detail={`${id}. ${inside.line} ${text.result} ${label}.`}
      cancel={{ label: "Keep order", to: `${path}#main` }}
      confirmLabel={text.button}
      action={`${path}#errors`}
      fields={{ intent, id, inside: String(inside.count), ...fields }}
    />
  );
}
