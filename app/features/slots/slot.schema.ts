import * as z from "zod";
import { MAX_PLACES } from "~/features/capacity/capacity.rules";
import { requiredDay, requiredText, wholeNumber } from "~/lib/text-fields.schema";
import { MAX_WALK_IN_MINUTES } from "./slot";

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
    /** Absent: as before. */
    walkInPlaces: wholeNumber("Enter a number", 0, MAX_PLACES).optional(),
  })
  .refine(({ starts, ends }) => starts < ends, {
    path: ["ends"],
    error: "It ends before it starts",
  });
export type SlotFields = z.output<typeof SlotInput>;

export const WalkInInput = z.object({
  walkInMinutes: wholeNumber("Enter minutes", 0, MAX_WALK_IN_MINUTES),
});

export const EndSlotInput = z.object({ validFrom: requiredDay });
