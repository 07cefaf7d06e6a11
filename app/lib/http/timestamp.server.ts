import { ago, iso } from "../dates";
import { moment } from "../time-zone.server";

/** An instant as lists show it: how long ago, and in full for whoever looks closer. */
export const whenOf = (at: number) => ({
  iso: iso(at),
  ago: ago(at, Date.now()),
  full: moment(at),
});
