import type { Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { GATE_DEVICES_PATH } from "./gate-device.rules";
import { AddGateDevice } from "./gate-device.schema";
import { addGateDevice, renewPairing, revokeGateDevice } from "./gate-devices.server";

export async function handleGateDevicesAction(staff: Staff, form: FormValues) {
  const { intent, id = "" } = form;
  if (intent === "revoke") {
    const { name } = revokeGateDevice(staff, id);
    return redirectWithToast(`${GATE_DEVICES_PATH}#main`, `${name} revoked`);
  }
  if (intent === "link") {
    const device = renewPairing(staff, id);
    return redirectWithToast(`${GATE_DEVICES_PATH}?pair=${device.id}#pair`, "New link made");
  }
  if (intent !== "add") throw new DomainError("invalid", "Open the page again");
  const { id: added, name } = addGateDevice(staff, parseInput(AddGateDevice, form).name);
  return redirectWithToast(`${GATE_DEVICES_PATH}?pair=${added}#pair`, `${name} added`);
}
