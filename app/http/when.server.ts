import { ago } from "~/domain/clock";
import { moment } from "~/domain/zoo-time.server";

/** An instant as lists show it: how long ago, and in full for whoever looks closer. */
export const whenOf = (at: number) => ({
  iso: new Date(at).toISOString(),
  ago: ago(at, Date.now()),
  full: moment(at),
});
