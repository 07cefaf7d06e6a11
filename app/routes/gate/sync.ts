import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import {
  deviceFormAction,
  deviceResource,
} from "~/features/gate-devices/device-request.http.server";
import { parseDeviceScans } from "~/features/gate/gate.actions.server";
import { gateView, scanView } from "~/features/gate/gate.presenter.server";
import { buildOfflineManifest } from "~/features/gate/offline-manifest.server";
import { syncScans } from "~/features/gate/sync-scans.server";

export const loader = ({ request }: LoaderFunctionArgs) =>
  deviceResource(request, (device) =>
    json({ list: buildOfflineManifest(device), gate: gateView(device), now: Date.now() }),
  );

/** Idempotent: devices may send scans again. */
export const action = ({ request }: ActionFunctionArgs) =>
  deviceResource(request, () =>
    deviceFormAction(request, async (device, form) => {
      const results = syncScans(device, parseDeviceScans(form)).map(scanView);
      return json({ results, gate: gateView(device), now: Date.now() });
    }),
  );
