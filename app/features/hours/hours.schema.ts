import * as z from "zod";
import { MAX_PLACES, NOTE_MAX, toPublicReason } from "~/features/capacity/capacity.rules";
import { publicReason } from "~/features/capacity/capacity.schema";
import { addDays, isIsoDate, parseDay } from "~/lib/dates";
import { optionalDay, requiredDay, text, wholeNumber } from "~/lib/text-fields.schema";
import { MAX_NOTICE, MAX_RANGE_DAYS } from "./hours.rules";

export const NoticeInput = z
  .object({ text: text(MAX_NOTICE).default(""), from: optionalDay, until: optionalDay })
  .refine(({ from, until }) => !from || !until || from <= until, {
    path: ["until"],
    error: "It is before the first day",
  });

/** Becomes one exception for each day. */
export const RangeInput = z
  .object({
    first: requiredDay,
    last: optionalDay,
    places: wholeNumber("Places are a whole number", 0, MAX_PLACES),
    note: text(NOTE_MAX).default(""),
    publicReason,
  })
  .refine(({ first, last }) => !last || first <= last, {
    path: ["last"],
    error: "It is before the first day",
  })
  .refine(({ first, last }) => !last || last < addDays(first, MAX_RANGE_DAYS), {
    path: ["last"],
    error: `At most ${MAX_RANGE_DAYS} days at once`,
  })
  .refine(({ places, publicReason }) => places === 0 || !publicReason, {
    path: ["publicReason"],
    error: "Only days with 0 places are closed: leave the reason empty",
  })
  .transform(({ first, last, ...rule }) => {
    const days = [first];
    for (let next = addDays(first, 1); next <= last; next = addDays(next, 1)) days.push(next);
    return days.map((each) => ({ day: each, ...rule }));
  });

/** A day and a name in each line, such as `2026-08-15, Independence Day`; a first line of headings is skipped. */
const holidays = text(20_000).transform((typed, context) => {
  const lines = typed.split("\n").map((line, index) => ({ line: line.trim(), row: index + 1 }));
  return lines.flatMap(({ line, row }) => {
    if (line === "" || (row === 1 && !/\d/.test(line))) return [];
    const [typedDay = "", ...name] = line.split(/[,;\t]/);
    const holiday = parseDay(typedDay.replaceAll('"', "").trim());
    if (holiday && isIsoDate(holiday))
      return {
        day: holiday,
        places: 0,
        note: name.join(",").replaceAll('"', "").trim().slice(0, NOTE_MAX),
      };
    context.addIssue({
      code: "custom",
      message: `Line ${row}: “${typedDay.slice(0, 20)}” is no day`,
    });
    return [];
  });
});

/** `showNames`: visitors read the name of a holiday as the reason. */
export const HolidaysInput = z
  .object({ holidays, showNames: z.literal("on").optional() })
  .transform(({ holidays, showNames }) => {
    if (!showNames) return holidays;
    return holidays.map((each) => ({ ...each, publicReason: toPublicReason(each.note) }));
  });
