import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormError } from "~/components/form/form-state";
import { DeviceEnded } from "~/features/gate-devices/components/device-ended";
import { DeviceShell } from "~/features/gate-devices/components/device-shell";
import {
  deviceFormAction,
  deviceOf,
  renewedCookie,
} from "~/features/gate-devices/device-request.http.server";
import { DEVICE_GATE_PATH } from "~/features/gate-devices/gate-device.rules";
import { GateScreen } from "~/features/gate/components/gate-screen";
import { handleGateAction } from "~/features/gate/gate.actions.server";
import { gateView, scanView } from "~/features/gate/gate.presenter.server";
import { findScan } from "~/features/gate/sync-scans.server";
import { PRIVATE_PAGE_HEADERS } from "~/lib/http/private-headers";
import { readQuery } from "~/lib/http/read-body.server";
import { createId } from "~/lib/ids.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const headers = () => PRIVATE_PAGE_HEADERS;

export const meta = () => [{ title: "Check-in" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const device = await deviceOf(request);
  if (!device) return json({ screen: null }, 401);
  const { scan: key } = readQuery(request);
  const scan = key ? findScan(device, key) : null;
  const screen = {
    name: device.name,
    gate: gateView(device),
    result: scan && scanView(scan),
    nextKey: createId(),
  };
  return json({ screen }, { headers: await renewedCookie(request) });
}

export const action = ({ request }: ActionFunctionArgs) =>
  deviceFormAction(request, async (device, form) => {
    const key = handleGateAction(device, form);
    return redirect(`${DEVICE_GATE_PATH}?${new URLSearchParams({ scan: key ?? "" })}`);
  });

export default function GateDevicePage() {
  const { screen } = useLoaderData<typeof loader>();
  const formError = useActionData<FormError>();
  return (
    <DeviceShell>
      {screen ? (
        <GateScreen {...screen} deviceName={screen.name} formError={formError} />
      ) : (
        <DeviceEnded />
      )}
    </DeviceShell>
  );
}
