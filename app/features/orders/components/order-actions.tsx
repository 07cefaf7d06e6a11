import { Form } from "@remix-run/react";
import { canBecome, type OrderStatus } from "../order.rules";
import { Button, ButtonLink } from "~/components/ui/button";
import type { Address } from "~/components/hooks/use-current-url";
import { useSending } from "~/components/form/use-is-submitting";

type Props = {
  order: { id: string; status: OrderStatus; owed: boolean };
  here: Address;
  mayDelete: boolean;
  /** The moves that this screen offers. */
  moves?: readonly OrderStatus[];
  /** Of a row, or of the order's own page: there what is most likely next stands out. */
  on?: "row" | "page";
};

/** In this order always, so that the same act is in the same place. */
const ACTS = [
  { intent: "repaid", label: "Mark Repaid" },
  { intent: "paid", label: "Mark Paid" },
  { intent: "refunded", label: "Refund" },
  { intent: "cancelled", label: "Cancel" },
] as const;

/** The id of the element that says what the buttons act on, for those who do not see the row. */
export const nameOf = ({ id }: { id: string }) => `name-of-${id}`;

/** One form per button, so that each works without script. */
export function OrderActions({ order, here, mayDelete, moves, on = "row" }: Props) {
  const size = on === "page" ? 44 : 36;
  const busy = useSending({ id: order.id });
  const offered = ACTS.filter(({ intent }) =>
    intent === "repaid"
      ? order.owed
      : canBecome(order.status, intent) && (moves?.includes(intent) ?? true),
  );
  const next = order.owed ? "repaid" : "paid";
  return (
    <>
      {offered.map(({ intent, label }) => (
        <Form key={intent} method="post" action={`${here()}#errors`} preventScrollReset>
          <input type="hidden" name="id" value={order.id} />
          <input type="hidden" name="seen" value={order.status} />
          <Button
            variant={on === "row" ? "ghost" : intent === next ? "primary" : "secondary"}
            size={size}
            name="intent"
            value={intent}
            busy={busy}
            aria-describedby={nameOf(order)}
          >
            {label}
          </Button>
        </Form>
      ))}
      {mayDelete ? (
        <ButtonLink
          to={here({ confirm: "delete", id: order.id })}
          variant="danger-ghost"
          size={size}
          preventScrollReset
          aria-describedby={nameOf(order)}
        >
          Delete
        </ButtonLink>
      ) : (
        <Button
          variant="danger-ghost"
          size={size}
          disabled
          title="Owner only"
          aria-describedby={nameOf(order)}
        >
          Delete
        </Button>
      )}
    </>
  );
}

/** The reason, near disabled buttons. */
export const OwnersDelete = ({ what }: { what: string }) => (
  <p className="hint">Only owners can delete {what}.</p>
);
