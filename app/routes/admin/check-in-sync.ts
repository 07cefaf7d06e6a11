import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { gateList } from "~/domain/ticket/gate-list.server";
import { reconcile } from "~/domain/ticket/reconcile.server";
import { scansIn } from "~/http/gate-actions.server";
import { gateView, scanView } from "~/http/gate-view.server";
import { fresh, requireStaff } from "~/http/session.server";
import { submit } from "~/http/submit.server";

/** How the gate stands, and today's tickets for the device to keep. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return json({ list: gateList(staff), gate: gateView(staff) }, await fresh(request));
}

/** The scans of a device. They may be sent again: each counts once. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request);
  return submit(request, async (form) => {
    const results = reconcile(staff, scansIn(form)).map(scanView);
    return json({ results, gate: gateView(staff) }, await fresh(request));
  });
}
