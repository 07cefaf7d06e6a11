import { pairGateDevice } from "~/features/gate-devices/pairing.server";
import { addGateDevice, pairingToken } from "~/features/gate-devices/gate-devices.server";
import { deviceCookie } from "~/features/gate-devices/device-request.http.server";
import { createId } from "~/lib/ids.server";
import { anAdmin, asStaff } from "./factories";

/** A gate device whose phone is paired. */
export function aGateDevice(name = `Gate ${createId()}`) {
  const row = addGateDevice(asStaff(anAdmin({ role: "owner" })), name);
  const { secret } = pairGateDevice(pairingToken(row) ?? "");
  return { id: row.id, name, secret, actor: { id: row.id, name, isDevice: true as const } };
}

export const deviceCookieOf = async (secret: string) => (await deviceCookie(secret)).split(";")[0]!;
