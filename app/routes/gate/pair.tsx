import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DeviceShell } from "~/features/gate-devices/components/device-shell";
import { PairScreen } from "~/features/gate-devices/components/pair-screen";
import { deviceCookie, deviceOf } from "~/features/gate-devices/device-request.http.server";
import { DEVICE_GATE_PATH } from "~/features/gate-devices/gate-device.rules";
import { nameOfPairing, pairGateDevice } from "~/features/gate-devices/pairing.server";
import { formAction } from "~/lib/http/form-action.server";
import { PRIVATE_PAGE_HEADERS } from "~/lib/http/private-headers";
import { redirectWithToast } from "~/lib/http/toast.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const headers = () => PRIVATE_PAGE_HEADERS;

export const meta = () => [{ title: "Pair this phone" }];

/** Changes nothing: previews of a link must not use it up. */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const name = nameOfPairing(token);
  const paired = (await deviceOf(request))?.name ?? null;
  return json({ name, paired }, name === null ? 404 : 200);
}

export const action = ({ request, params: { token = "" } }: ActionFunctionArgs) =>
  formAction(request, async () => {
    const { name, secret } = pairGateDevice(token);
    const cookies = [await deviceCookie(secret)];
    return redirectWithToast(`${DEVICE_GATE_PATH}#main`, `This phone is ${name}`, { cookies });
  });

export default function PairPage() {
  return (
    <DeviceShell>
      <PairScreen {...useLoaderData<typeof loader>()} formError={useActionData<typeof action>()} />
    </DeviceShell>
  );
}
