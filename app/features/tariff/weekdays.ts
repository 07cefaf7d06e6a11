import { MONDAY_FIRST } from "~/features/capacity/capacity.rules";
import { weekdayName } from "~/lib/dates";
import { ALL_WEEKDAYS } from "./tariff";

export const weekdayOptions = () =>
  MONDAY_FIRST.map((day) => ({
    value: String(day),
    label: weekdayName(day).slice(0, 3),
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
