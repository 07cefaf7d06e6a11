import * as z from "zod";
import { requiredText } from "~/lib/text-fields.schema";
import { MAX_DEVICE_NAME } from "./gate-device.rules";

export const AddGateDevice = z.object({
  name: requiredText("Give the device a name", MAX_DEVICE_NAME),
});
