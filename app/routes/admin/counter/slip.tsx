import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { SlipScreen } from "~/features/counter/components/slip-screen";
import { handleSlipAction } from "~/features/counter/counter.actions.server";
import { slipView } from "~/features/counter/slip.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(slipView(request, staff, id)));
}

export const action = ({ request, params: { id = "" } }: ActionFunctionArgs) =>
  staffFormAction(request, (staff) => handleSlipAction(staff, id));

export default function SlipPage() {
  return (
    <SlipScreen {...useLoaderData<typeof loader>()} formError={useActionResult<typeof action>()} />
  );
}
