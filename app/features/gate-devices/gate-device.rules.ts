export const GATE_DEVICES_PATH = "/admin/dashboard/gate-devices";
/** Where a gate device checks tickets. Its cookie is sent to nothing else. */
export const DEVICE_GATE_PATH = "/gate";
export const PAIRING_MINUTES = 10;
/** That are not revoked. */
export const MAX_GATE_DEVICES = 50;
export const MAX_DEVICE_NAME = 40;

export const LINK_SPENT = "This link was used or has expired. Ask for a new QR code";
export const ACCESS_ENDED = "This phone may no longer check tickets";
