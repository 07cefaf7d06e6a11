import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { GateDevicesScreen } from "~/features/gate-devices/components/gate-devices-screen";
import { handleGateDevicesAction } from "~/features/gate-devices/gate-devices.actions.server";
import { gateDevicesView } from "~/features/gate-devices/gate-devices.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(gateDevicesView(request, staff)));
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handleGateDevicesAction);

export default function GateDevicesPage() {
  return (
    <GateDevicesScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
