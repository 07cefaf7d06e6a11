import { formatRelative, iso } from "../dates";
import { formatDateTime } from "../time-zone.server";

export const toTimestamp = (instant: number) => ({
  iso: iso(instant),
  ago: formatRelative(instant, Date.now()),
  full: formatDateTime(instant),
});
