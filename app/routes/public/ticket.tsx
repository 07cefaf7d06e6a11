import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DomainError } from "~/lib/errors";
import { handleTicketAction } from "~/features/gate/gate.actions.server";
import { normalizeCode } from "~/features/tickets/ticket-code";
import { redirectToTidyUrl } from "~/lib/http/current-url.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { ticketPage } from "~/features/tickets/ticket.presenter.server";
import { PRIVATE_PAGE_HEADERS } from "~/lib/http/private-headers";
import { getActingUser } from "~/features/auth/auth.http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { TicketScreen } from "~/features/tickets/components/ticket-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ request, params: { code = "" } }: LoaderFunctionArgs) {
  redirectToTidyUrl(request);
  const staff = await getActingUser(request);
  const isStaff = staff !== null;
  try {
    return json({ isStaff, ticket: ticketPage(request, staff, code) });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return json({ isStaff, ticket: null }, 404);
  }
}

export const action = ({ request, params: { code = "" } }: ActionFunctionArgs) =>
  staffFormAction(request, (staff, form) => {
    handleTicketAction(staff, code, form);
    return redirectWithToast(`/t/${normalizeCode(code)}#main`, "Ticket verified");
  });

export default function TicketPage() {
  return (
    <TicketScreen {...useLoaderData<typeof loader>()} formError={useActionData<typeof action>()} />
  );
}
