import type { ScreenData } from "~/lib/screen-data";
import type { ordersView } from "../list/order-list.presenter.server";
import { ORDER_STATUSES } from "../order-status";
import type { FormError } from "~/components/form/form-state";
import { OrderListScreen } from "./order-list";

type Props = ScreenData<typeof ordersView> & { formError: FormError | undefined };

export const OrdersScreen = ({ formError, ...list }: Props) => (
  <OrderListScreen
    list={list}
    noun="orders"
    title="Orders"
    description="Confirm payments, cancel visits and issue refunds."
    statuses={ORDER_STATUSES}
    formError={formError}
  />
);
