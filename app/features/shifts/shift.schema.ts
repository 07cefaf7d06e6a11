import * as z from "zod";
import { paginationQuery } from "~/lib/pagination.schema";
import { requiredText, rupees, text, wholeNumber } from "~/lib/text-fields.schema";
import { DENOMINATIONS, MAX_NOTES, MAX_REASON, noteField, type NoteCounts } from "./shift.rules";

export const ListShifts = paginationQuery([], 50).pick({ page: true, limit: true });

export const OpenShift = z.object({ float: rupees() });

const LEAST = "An amount in rupees from 1 paisa to 1,00,000";

export const CashMove = z
  .object({
    direction: z.enum(["in", "out"], "Choose whether cash goes in or out"),
    amount: rupees(LEAST, 1),
    reason: requiredText("Say what it is for", MAX_REASON),
  })
  .transform(({ direction, amount, reason }) => ({
    amount: direction === "in" ? amount : -amount,
    reason,
  }));

const notes = wholeNumber("A whole number", 0, MAX_NOTES);
/** Blank is none. */
const noteCount = z
  .string()
  .trim()
  .default("")
  .transform((typed) => typed || "0")
  .pipe(notes);

/** `shownDifference`: in paise, as the form that asks for a reason shows it; blank at the first count. */
export const CountInput = z
  .object({
    ...Object.fromEntries(DENOMINATIONS.map((each) => [noteField(each), noteCount])),
    reason: text(MAX_REASON).default(""),
    shownDifference: z.string().default(""),
  })
  .transform((fields) => ({
    counts: Object.fromEntries(
      DENOMINATIONS.map((each) => [each, (fields as Record<string, unknown>)[noteField(each)]]),
    ) as NoteCounts,
    reason: fields.reason,
    shownDifference: fields.shownDifference === "" ? null : Number(fields.shownDifference),
  }));
export type Count = z.output<typeof CountInput>;
