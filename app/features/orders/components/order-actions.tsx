import { can, type Permission } from "~/features/auth/permissions";
import { MAX_LENGTH } from "~/lib/text-limits";
import { canTransition, type OrderStatus } from "../order-status";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { Button, ButtonLink } from "~/components/ui/button";
import type { BuildUrl } from "~/components/hooks/use-current-url";
import { useRootData } from "~/components/hooks/use-root-data";
import { useIsSubmitting } from "~/components/form/use-is-submitting";

type Props = {
  order: { id: string; status: OrderStatus; refundDue: boolean };
  currentUrl: BuildUrl;
  mayDelete: boolean;
  moves?: readonly OrderStatus[];
  on?: "row" | "page";
  /** Of the UPI transfer that may pay it, to be entered with Mark Paid; undefined where it is not paid so. */
  upiReference?: string;
  formError?: FormError;
};

const ACTION_LABELS = [
  { intent: "repaid", label: "Mark refund as paid" },
  { intent: "paid", label: "Mark Paid" },
  { intent: "refunded", label: "Refund" },
  { intent: "cancelled", label: "Cancel" },
] as const;

const NEEDS: Record<(typeof ACTION_LABELS)[number]["intent"], Permission> = {
  repaid: "orders.refund",
  paid: "orders.update",
  refunded: "orders.refund",
  cancelled: "orders.update",
};

const hasField = (intent: string) => intent === "paid" || intent === "refunded";

/** Id of the element that describes the order for `aria-describedby`. */
export const nameOf = ({ id }: { id: string }) => `name-of-${id}`;

/** One form per button, so that each works without JavaScript. */
export function OrderActions({ order, currentUrl, mayDelete, moves, on = "row", ...paid }: Props) {
  const size = on === "page" ? 44 : 36;
  const busy = useIsSubmitting({ id: order.id });
  const { staff } = useRootData();
  const offered = ACTION_LABELS.filter(({ intent }) =>
    intent === "repaid"
      ? order.refundDue
      : canTransition(order.status, intent) && (moves?.includes(intent) ?? true),
  );
  const next = order.refundDue ? "repaid" : "paid";
  return (
    <>
      {offered.map(({ intent, label }) => (
        <PostForm
          key={intent}
          action={currentUrl()}
          formError={paid.formError?.values.intent === intent ? paid.formError : undefined}
          prefill={{ upiReference: paid.upiReference }}
          className={
            hasField(intent) && on === "page"
              ? "flex max-w-full flex-wrap items-end gap-2"
              : undefined
          }
        >
          {intent === "paid" && paid.upiReference !== undefined && (
            <Field
              name="upiReference"
              label="UPI reference"
              optional
              inputMode="numeric"
              autoComplete="off"
              maxLength={40}
              className="w-52 max-w-full"
            />
          )}
          {intent === "refunded" && on === "page" && (
            <Field
              name="refundReason"
              label="Reason of a refund"
              optional
              autoComplete="off"
              maxLength={MAX_LENGTH.subject}
              className="w-52 max-w-full"
            />
          )}
          <input type="hidden" name="id" value={order.id} />
          <input type="hidden" name="seen" value={order.status} />
          <Button
            variant={on === "row" ? "ghost" : intent === next ? "primary" : "secondary"}
            size={size}
            name="intent"
            value={intent}
            busy={busy}
            disabled={!can(staff, NEEDS[intent])}
            title={can(staff, NEEDS[intent]) ? undefined : "No permission"}
            aria-describedby={nameOf(order)}
          >
            {label}
          </Button>
        </PostForm>
      ))}
      <ButtonLink
        to={currentUrl({ confirm: "delete", id: order.id })}
        variant="danger-ghost"
        size={size}
        preventScrollReset
        aria-describedby={nameOf(order)}
        barred={mayDelete ? null : "Owner only"}
      >
        Delete
      </ButtonLink>
    </>
  );
}

export const OwnersDelete = ({ what }: { what: string }) => (
  <p className="hint">Only owners can delete {what}.</p>
);
