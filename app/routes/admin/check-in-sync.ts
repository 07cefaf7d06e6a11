import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { gateList } from "~/features/gate/offline-manifest.server";
import { reconcile } from "~/features/gate/sync-scans.server";
import { scansIn } from "~/features/gate/gate.actions.server";
import { gateView, scanView } from "~/features/gate/gate.presenter.server";
import { submitAsStaff } from "~/lib/http/form-action.server";
import { answerStaff } from "~/features/auth/staff-resource.http.server";

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
