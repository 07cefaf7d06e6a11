import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffView } from "~/features/auth/auth.http.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { useActionResult } from "~/components/form/use-action-result";
import { handleOrderRowAction } from "~/features/orders/orders.actions.server";
import { ordersView } from "~/features/orders/list/order-list.presenter.server";
import { OrdersScreen } from "~/features/orders/components/orders-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const loader = ({ request }: LoaderFunctionArgs) => staffView(request, ordersView);

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, (staff, form) => handleOrderRowAction(request, staff, form));

export default function OrdersPage() {
  return (
    <OrdersScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
