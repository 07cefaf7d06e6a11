import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { newId } from "~/domain/codes.server";
import { scanUnder } from "~/domain/ticket/reconcile.server";
import { readQuery } from "~/http/body.server";
import { actAtGate } from "~/http/screens/gate-actions.server";
import { gateView, scanView } from "~/http/screens/gate-view.server";
import { submitAsStaff } from "~/http/screens/submit.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { GateScreen } from "~/ui/gate/gate-screen";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

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
