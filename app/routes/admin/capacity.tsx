import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { useActionResult } from "~/components/form/use-action-result";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { readQuery } from "~/lib/http/read-body.server";
import { capacityView } from "~/features/capacity/capacity.presenter.server";
import { CapacityScreen } from "~/features/capacity/components/capacity-screen";
import { handleCapacityAction, hitsOf } from "~/features/capacity/capacity.actions.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(capacityView(staff, readQuery(request))));
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handleCapacityAction, { extraData: hitsOf });

export default function CapacityPage() {
  return (
    <CapacityScreen {...useLoaderData<typeof loader>()} answer={useActionResult<typeof action>()} />
  );
}
