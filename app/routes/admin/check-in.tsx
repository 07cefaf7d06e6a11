import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { newId } from "~/lib/ids.server";
import { scanUnder } from "~/features/gate/sync-scans.server";
import { readQuery } from "~/lib/http/read-body.server";
import { actAtGate } from "~/features/gate/gate.actions.server";
import { gateView, scanView } from "~/features/gate/gate.presenter.server";
import { submitAsStaff } from "~/lib/http/form-action.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { GateScreen } from "~/features/gate/components/gate-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

const HERE = "/admin/dashboard/check-in";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const { scan: asked } = readQuery(request);
  const scan = asked ? scanUnder(staff, asked) : null;
  return json({ gate: gateView(staff), result: scan && scanView(scan), nextKey: newId() });
}

export const action = ({ request }: ActionFunctionArgs) =>
  submitAsStaff(request, async (staff, form) => {
    const key = actAtGate(staff, form);
    if (!key) return redirectWithToast(HERE, "Conflict dismissed");
    // No fragment: a browser that has one to go to ignores `autofocus`.
    return redirect(`${HERE}?${new URLSearchParams({ scan: key })}`);
  });

export default function CheckInPage() {
  const { gate, result, nextKey } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <GateScreen gate={gate} result={result} nextKey={nextKey} refused={refused} />;
}
