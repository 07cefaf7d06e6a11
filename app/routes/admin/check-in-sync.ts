import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { gateList } from "~/domain/ticket/gate-list.server";
import { reconcile } from "~/domain/ticket/reconcile.server";
import { scansIn } from "~/http/screens/gate-actions.server";
import { gateView, scanView } from "~/http/screens/gate-view.server";
import { submitAsStaff } from "~/http/screens/submit.server";
import { answerStaff } from "~/http/sign-in/staff-answer.server";

/** How the gate stands, and today's tickets for the device to keep. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerStaff(request, (staff) => json({ list: gateList(staff), gate: gateView(staff) }));

/** The scans of a device. They may be sent again: each counts once. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerStaff(request, () =>
    submitAsStaff(request, async (staff, form) => {
      const results = reconcile(staff, scansIn(form)).map(scanView);
      return json({ results, gate: gateView(staff) });
    }),
  );
