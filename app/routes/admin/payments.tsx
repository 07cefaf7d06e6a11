import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffView } from "~/features/auth/auth.http.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { useActionResult } from "~/components/form/use-action-result";
import { handleOrderRowAction } from "~/features/orders/orders.actions.server";
import { paymentsView } from "~/features/reports/payments.presenter.server";
import { PaymentsScreen } from "~/features/reports/components/payments-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const loader = ({ request }: LoaderFunctionArgs) => staffView(request, paymentsView);

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, (staff, form) => handleOrderRowAction(request, staff, form));

export default function PaymentsPage() {
  return (
    <PaymentsScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
