import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { handleSlotAction } from "~/features/slots/slots.actions.server";
import { slotsView } from "~/features/slots/slots.presenter.server";
import { SlotsScreen } from "~/features/slots/components/slots-screen";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { readQuery } from "~/lib/http/read-body.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(slotsView(staff, readQuery(request))));
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handleSlotAction);

export default function SlotsPage() {
  return (
    <SlotsScreen {...useLoaderData<typeof loader>()} formError={useActionResult<typeof action>()} />
  );
}
