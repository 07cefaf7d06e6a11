import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { handleTicketTypeAction } from "~/features/tariff/ticket-types.actions.server";
import { ticketTypesView } from "~/features/tariff/ticket-types.presenter.server";
import { TicketTypesScreen } from "~/features/tariff/components/ticket-types-screen";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { readQuery } from "~/lib/http/read-body.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(ticketTypesView(staff, readQuery(request))));
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handleTicketTypeAction);

export default function TicketTypesPage() {
  return (
    <TicketTypesScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
