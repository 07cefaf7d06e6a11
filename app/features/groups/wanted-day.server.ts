import { formatSlotOn } from "~/features/slots/slots.server";
import { formatLongDate } from "~/lib/dates";
import type { WantedDay } from "./requests.rules";

/** `Saturday 5 December 2026, Morning, 9:00 AM–12:00 PM` */
export const formatWantedDay = ({ day, slot }: WantedDay) =>
  `${formatLongDate(day)}, ${slot ? formatSlotOn(day, slot) : "any slot"}`;
