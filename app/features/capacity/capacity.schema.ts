import * as z from "zod";
import { isDay } from "~/lib/dates";
import { inFigures } from "~/lib/intl";
import { SLOTS } from "~/features/orders/order.rules";
import { text } from "~/lib/text-fields.schema";
import { MAX_HOLD_HOURS, MAX_PLACES, NOTE_MAX, WEEKDAYS } from "./capacity.rules";

/** What the capacity screen's forms send: everything is text, and blank means "as usual". */

const whole = (most: number, words: string) =>
  z
    .string(words)
    .trim()
    .regex(/^\d{1,6}$/, words)
    .transform(Number)
    .refine((number) => number <= most, words);

const PLACES = `Places are a whole number from 0 to ${inFigures(MAX_PLACES)}`;
const someOrUsual = z
  .string()
  .trim()
  .default("")
  .transform((typed, context) => {
    if (typed === "") return null;
    const read = whole(MAX_PLACES, PLACES).safeParse(typed);
    if (read.success) return read.data;
    context.addIssue({ code: "custom", message: PLACES });
    return z.NEVER;
  });
const places = z.object({ morning: someOrUsual, afternoon: someOrUsual, evening: someOrUsual });

const isSet = (places: number | null) => places !== null;

const day = z.string("Choose a day").refine(isDay, "Choose a day");
const note = text(NOTE_MAX).default("");

const HOURS = `Hours are a whole number from 1 to ${MAX_HOLD_HOURS}`;
export const ChangeUsual = z.object({
  what: z.literal("usual").default("usual"),
  places: whole(MAX_PLACES, PLACES),
  holdHours: whole(MAX_HOLD_HOURS, HOURS).refine((hours) => hours >= 1, HOURS),
});

export const ChangeWeek = z.object({
  what: z.literal("week").default("week"),
  week: z.array(places).length(WEEKDAYS.length),
});

/** A note is stored with its day's numbers; without any number it would be lost. */
export const ChangeDay = z
  .object({ what: z.literal("day").default("day"), day, places, note })
  .refine(({ places, note }) => note === "" || Object.values(places).some(isSet), {
    path: ["note"],
    error: "Set a number for at least one slot, or leave the note empty.",
  });

export const CloseDay = z.object({
  day,
  slots: z.array(z.enum(SLOTS)).min(1, "Choose at least one slot"),
  way: z.enum(["offer", "cancel"], "Choose what happens to the bookings"),
  note,
});
export type Closing = z.output<typeof CloseDay>;
