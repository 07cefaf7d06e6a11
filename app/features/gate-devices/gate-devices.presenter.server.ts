import { redirect } from "@remix-run/node";
import type { Staff } from "~/features/auth/permissions";
import { toQr } from "~/lib/http/qr.server";
import { readQuery } from "~/lib/http/read-body.server";
import { toTimestamp } from "~/lib/http/timestamp.server";
import { siteOrigin } from "~/lib/http/urls.server";
import { timeOfDay } from "~/lib/time-zone.server";
import { DEVICE_GATE_PATH, GATE_DEVICES_PATH } from "./gate-device.rules";
import { listGateDevices, pairingToken, type GateDeviceRow } from "./gate-devices.server";

/** Throws `forbidden`, and a redirect for a device that is not there any more. */
export function gateDevicesView(request: Request, staff: Staff) {
  const { active, revoked } = listGateDevices(staff);
  const { pair, confirm, id } = readQuery(request);
  const find = (wanted: string | undefined) => active.find((device) => device.id === wanted);
  const revoking = confirm === "revoke" ? find(id) : undefined;
  const pairing = find(pair);
  if ((pair && !pairing) || (confirm && !revoking)) throw redirect(GATE_DEVICES_PATH);
  return {
    devices: active.map(deviceRow),
    revoked: revoked.map(({ id, name, revokedAt }) => ({
      id,
      name,
      when: toTimestamp(revokedAt ?? 0),
    })),
    pairing: pairing ? pairingView(request, pairing) : null,
    revoking: revoking ? { id: revoking.id, name: revoking.name } : null,
  };
}

const deviceRow = (device: GateDeviceRow) => ({
  id: device.id,
  name: device.name,
  isPaired: device.tokenHash !== null,
  isWaiting: pairingToken(device) !== null,
  lastSeen: device.lastSeenAt === null ? null : toTimestamp(device.lastSeenAt),
});

function pairingView(request: Request, device: GateDeviceRow) {
  const token = pairingToken(device);
  const link = token && `${siteOrigin(request)}${DEVICE_GATE_PATH}/pair/${token}`;
  return {
    id: device.id,
    name: device.name,
    isPaired: device.tokenHash !== null,
    link: link
      ? { address: link, qr: toQr(link), until: timeOfDay(device.pairingUntil ?? 0) }
      : null,
  };
}
