import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createId } from "~/lib/ids.server";
import { findScan } from "~/features/gate/sync-scans.server";
import { readQuery } from "~/lib/http/read-body.server";
import { handleGateAction } from "~/features/gate/gate.actions.server";
import { gateView, scanView } from "~/features/gate/gate.presenter.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { requireStaff } from "~/features/auth/auth.http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { GateScreen } from "~/features/gate/components/gate-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

const PATH = "/admin/dashboard/check-in";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const { scan: scanKey } = readQuery(request);
  return withDomainErrors(() => {
    const scan = scanKey ? findScan(staff, scanKey) : null;
    return json({ gate: gateView(staff), result: scan && scanView(scan), nextKey: createId() });
  });
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, async (staff, form) => {
    const key = handleGateAction(staff, form);
    if (!key) return redirectWithToast(PATH, "Conflict dismissed");
    // No fragment: browsers ignore `autofocus` on URLs with one.
    return redirect(`${PATH}?${new URLSearchParams({ scan: key })}`);
  });

export default function CheckInPage() {
  const { gate, result, nextKey } = useLoaderData<typeof loader>();
  const formError = useActionData<typeof action>();
  return <GateScreen gate={gate} result={result} nextKey={nextKey} formError={formError} />;
}
