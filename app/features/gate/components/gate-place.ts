import { DEVICE_GATE_PATH } from "~/features/gate-devices/gate-device.rules";

export const STAFF_GATE_PATH = "/admin/dashboard/check-in";

/** The address of the gate's page: that of staff, or that of a gate device. What a browser stores is apart. */
export type GatePlace = typeof STAFF_GATE_PATH | typeof DEVICE_GATE_PATH;

export const gatePlace = (): GatePlace =>
  /^\/gate\/?$/.test(location.pathname) ? DEVICE_GATE_PATH : STAFF_GATE_PATH;
