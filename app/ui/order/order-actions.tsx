import { Form } from "@remix-run/react";
import { canBecome, type OrderStatus } from "~/domain/order/order.rules";
import { Button, ButtonLink } from "../base/button";

type Props = {
  order: { id: string; status: OrderStatus };
  here: (changes?: Record<string, string>) => string;
  mayDelete: boolean;
  /** The moves that this screen offers. */
  moves?: readonly OrderStatus[];
  size?: 36 | 44;
};

/** In this order always, so that the same act is in the same place. */
const ACTS = [
  { to: "paid", label: "Mark Paid" },
  { to: "refunded", label: "Refund" },
  { to: "cancelled", label: "Cancel" },
] as const;

/** The id of the element that says what the buttons act on, for those who do not see the row. */
export const nameOf = ({ id }: { id: string }) => `name-of-${id}`;

/** One form per button, so that each works without script. */
export function OrderActions({ order, here, mayDelete, moves, size = 36 }: Props) {
  const offered = ACTS.filter(
    ({ to }) => canBecome(order.status, to) && (moves?.includes(to) ?? true),
  );
  return (
    <>
      {offered.map(({ to, label }) => (
        <Form key={to} method="post" action={`${here()}#errors`} preventScrollReset>
          <input type="hidden" name="id" value={order.id} />
          <input type="hidden" name="seen" value={order.status} />
          <Button
            variant="ghost"
            size={size}
            name="intent"
            value={to}
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
          type="button"
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

/** The reason nearby, for who may not. */
export const OwnersDelete = ({ what }: { what: string }) => (
  <p className="hint">Only owners can delete {what}.</p>
);
