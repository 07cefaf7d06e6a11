import { addDays, formatWeekday } from "~/lib/dates";
import { ALL_WEEKDAYS } from "./tariff";

/** 4 August 2024 was a Sunday. */
const SUNDAY = "2024-08-04";
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0];

export const weekdayOptions = () =>
  MONDAY_FIRST.map((day) => ({
    value: String(day),
    label: formatWeekday(addDays(SUNDAY, day)).slice(0, 3),
  }));

export const weekdaysOf = (bits: number) =>
  MONDAY_FIRST.filter((day) => bits & (1 << day)).map(String);

export const formatWeekdays = (bits: number) =>
  bits === ALL_WEEKDAYS
    ? "Every day"
    : weekdayOptions()
        .filter(({ value }) => bits & (1 << Number(value)))
        .map(({ label }) => label)
        .join(", ");
