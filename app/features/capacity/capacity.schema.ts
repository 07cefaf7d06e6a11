import * as z from "zod";
import { CLOSURE_RESOLUTIONS } from "~/features/closures/closure.rules";
import { requiredDay, text, wholeNumber } from "~/lib/text-fields.schema";
import {
  byUnpaidRule,
  MAX_HOLD_HOURS,
  MAX_PLACES,
  NOTE_MAX,
  PUBLIC_REASON_MAX,
  toPublicReason,
  UNPAID_RULES,
  WEEKDAYS,
  type UnpaidRules,
} from "./capacity.rules";

const everyPlace = wholeNumber("Places are a whole number", 0, MAX_PLACES);
const placesOrDefault = z
  .string()
  .trim()
  .default("")
  .transform((typed) => typed || null)
  .pipe(everyPlace.nullable());
const places = z.record(z.string(), placesOrDefault);

const isProvided = (places: number | null) => places !== null;

const note = text(NOTE_MAX).default("");
export const publicReason = text(PUBLIC_REASON_MAX).overwrite(toPublicReason).optional();

export const ChangeDefault = z.object({
  what: z.literal("usual").default("usual"),
  places: everyPlace,
  holdHours: wholeNumber("Hours are a whole number", 1, MAX_HOLD_HOURS),
});

const rule = (name: keyof UnpaidRules) => {
  const { min, max } = UNPAID_RULES[name];
  return wholeNumber("A whole number", min, max);
};

export const ChangeUnpaid = z.object({
  what: z.literal("unpaid").default("unpaid"),
  ...byUnpaidRule(rule),
});

export const ChangeWeek = z.object({
  what: z.literal("week").default("week"),
  week: z.array(places).length(WEEKDAYS.length),
});

export const ChangeDay = z
  .object({ what: z.literal("day").default("day"), day: requiredDay, places, note, publicReason })
  .refine(({ places, note }) => note === "" || Object.values(places).some(isProvided), {
    path: ["note"],
    error: "Set a number for at least one slot, or leave the note empty.",
  })
  .refine(({ places, publicReason }) => !publicReason || Object.values(places).includes(0), {
    path: ["publicReason"],
    error: "Close at least one slot with 0, or leave the reason empty.",
  });

export const CloseDay = z.object({
  day: requiredDay,
  slots: z.array(z.string()).min(1, "Choose at least one slot"),
  way: z.enum(CLOSURE_RESOLUTIONS, "Choose what happens to the bookings"),
  note,
  publicReason,
});
export type Closing = z.output<typeof CloseDay>;

export const ReopenDay = CloseDay.pick({ day: true, slots: true });
export type Reopening = z.output<typeof ReopenDay>;
