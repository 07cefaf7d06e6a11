import * as z from "zod";
import { requiredDay, requiredText } from "~/lib/text-fields.schema";

const MAX_LABEL = 40;

const TIME = "Enter a time such as 09:00";
const timeOfDay = z
  .string(TIME)
  .trim()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, TIME)
  .transform((typed) => {
    const [hour = 0, minute = 0] = typed.split(":").map(Number);
    return hour * 60 + minute;
  });

export const SlotInput = z
  .object({
    label: requiredText("Enter a name", MAX_LABEL),
    starts: timeOfDay,
    ends: timeOfDay.transform((minute) => (minute === 0 ? 24 * 60 : minute)),
    validFrom: requiredDay,
  })
  .refine(({ starts, ends }) => starts < ends, {
    path: ["ends"],
    error: "It ends before it starts",
  });
export type SlotFields = z.output<typeof SlotInput>;

export const EndSlotInput = z.object({ validFrom: requiredDay });
