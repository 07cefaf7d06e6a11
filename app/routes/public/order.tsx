import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { pollForVisitor } from "~/features/payments/checkout.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { handleVisitorOrderAction } from "~/features/booking/visitor-order.actions.server";
import { dayOfVisitor, ownOrderView } from "~/features/booking/visitor-order.presenter.server";
import { redirectToTidyUrl } from "~/lib/http/current-url.server";
import { formAction } from "~/lib/http/form-action.server";
import { PRIVATE_PAGE_HEADERS } from "~/lib/http/private-headers";
import { ErrorPage } from "~/components/layout/error-page";
import { OrderLinkErrorPanel } from "~/components/layout/notice-panel";
import { VisitorOrderScreen } from "~/features/booking/components/visitor-order-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const headers = () => PRIVATE_PAGE_HEADERS;

export const loader = ({ request, params: { id = "", key = "" } }: LoaderFunctionArgs) =>
  withDomainErrors(async () => {
    redirectToTidyUrl(request);
    await pollForVisitor(findVisitorOrder(id, key).seq);
    return json(ownOrderView(request, findVisitorOrder(id, key)));
  });

export const action = ({ request, context, params: { id = "", key = "" } }: ActionFunctionArgs) =>
  formAction(request, (form) => handleVisitorOrderAction(request, context, { id, key }, form), {
    extraData: ({ date }) => dayOfVisitor(id, key, date),
    moreFields: ["upiReference"],
  });

export default function OrderPage() {
  return (
    <VisitorOrderScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionData<typeof action>()}
    />
  );
}

export const ErrorBoundary = () => <ErrorPage notFound={<OrderLinkErrorPanel />} />;
