import { formatCount } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import type { ordersView } from "../list/order-list.presenter.server";
import { ORDER_STATUSES } from "../order-status";
import { ConfirmDialog } from "~/components/form/confirm-dialog";
import type { FormError } from "~/components/form/form-state";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { ButtonLink } from "~/components/ui/button";
import { OrderListScreen } from "./order-list";

type Props = ScreenData<typeof ordersView> & { formError: FormError | undefined };

export function OrdersScreen({ formError, mayCancelUnpaid, cancelling, ...list }: Props) {
  const currentUrl = useCurrentUrl(["confirm", "id"]);
  const total = list.pagination?.total ?? 0;
  return (
    <OrderListScreen
      list={list}
      noun="orders"
      title="Orders"
      description="Confirm payments, cancel visits and issue refunds."
      statuses={ORDER_STATUSES}
      formError={formError}
      headAction={
        mayCancelUnpaid &&
        total > 0 && (
          <ButtonLink
            to={currentUrl({ confirm: "unpaid" })}
            variant="danger-ghost"
            preventScrollReset
          >
            Cancel all unpaid
          </ButtonLink>
        )
      }
      dialog={
        cancelling && (
          <ConfirmDialog
            question="Cancel all unpaid orders?"
            detail={`${formatCount(total, "order")} of this list will be cancelled, and their places go back on sale. Orders of groups stay. No email is sent.`}
            cancel={{ label: "Keep orders", to: `${currentUrl()}#main` }}
            confirmLabel="Cancel all unpaid"
            action={`${currentUrl()}#errors`}
            fields={{ intent: "cancelUnpaid", upTo: cancelling }}
          />
        )
      }
    />
  );
}
