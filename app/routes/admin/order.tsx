import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { redirectToTidyUrl } from "~/lib/http/current-url.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { useActionResult } from "~/components/form/use-action-result";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { bookableDay } from "~/features/booking/bookable-slots.server";
import { handleOrderAction } from "~/features/orders/orders.actions.server";
import { staffOrderView } from "~/features/orders/staff-order.presenter.server";
import { StaffOrderScreen } from "~/features/orders/components/staff-order-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  redirectToTidyUrl(request);
  return withDomainErrors(() => json(staffOrderView(request, staff, id)));
}

export const action = ({ request, params: { id = "" } }: ActionFunctionArgs) =>
  staffFormAction(request, (staff, form) => handleOrderAction(request, staff, id, form), {
    extraData: (_, { intent, date = "" }) => ({
      day: intent === "visit" ? bookableDay(date) : null,
    }),
  });

export default function OrderPage() {
  return (
    <StaffOrderScreen
      {...useLoaderData<typeof loader>()}
      answer={useActionResult<typeof action>()}
    />
  );
}
