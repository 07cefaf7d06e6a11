import type { ScreenData } from "~/lib/screen-data";
import type { ordersView } from "../list/order-list.presenter.server";
import { ORDER_STATUSES } from "../order-status";
import { inertProps } from "~/components/ui/inert";
import { RefreshLink } from "~/components/ui/refresh-link";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { RowError } from "~/components/form/row-error";
import { PageHead } from "~/components/layout/page-head";
import { DeleteOrder } from "./delete-order";
import { OrderList } from "./order-list";
import type { FormError } from "~/components/form/form-state";

const PATH = "/admin/dashboard/orders";

type Props = ScreenData<typeof ordersView> & {
  formError: FormError | undefined;
};

export function OrdersScreen({ orderToDelete, formError, ...list }: Props) {
  const buildUrl = useCurrentUrl(["confirm", "id"]);

  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertProps(orderToDelete !== null)}>
        <PageHead title="Orders" description="Confirm payments, cancel visits and issue refunds.">
          <RefreshLink to={buildUrl()} />
        </PageHead>
        <RowError formError={formError} />
        <OrderList
          list={list}
          noun="orders"
          statuses={ORDER_STATUSES}
          clearTo={PATH}
          currentUrl={buildUrl}
        />
      </div>
      {orderToDelete && <DeleteOrder order={orderToDelete} path={buildUrl()} noun="order" />}
    </>
  );
}
