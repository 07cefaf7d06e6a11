import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { buildOfflineManifest } from "~/features/gate/offline-manifest.server";
import { syncScans } from "~/features/gate/sync-scans.server";
import { parseDeviceScans } from "~/features/gate/gate.actions.server";
import { gateView, scanView } from "~/features/gate/gate.presenter.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { staffGateResource } from "~/features/gate/gate-access.http.server";

export const loader = ({ request }: LoaderFunctionArgs) =>
  staffGateResource(request, (staff) =>
    json({ list: buildOfflineManifest(staff), gate: gateView(staff), now: Date.now() }),
  );

/** Idempotent: devices may send scans again. */
export const action = ({ request }: ActionFunctionArgs) =>
  staffGateResource(request, (signedIn) =>
    staffFormAction(
      request,
      async (staff, form) => {
        const results = syncScans(staff, parseDeviceScans(form)).map(scanView);
        return json({ results, gate: gateView(staff), now: Date.now() });
      },
      { staff: signedIn },
    ),
  );
