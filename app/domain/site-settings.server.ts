import type { Tx } from "db/client.server";
import { note, noted } from "./noted.server";

/** What owners may set while the site runs, with what holds until they do. */
const DEFAULTS = {
  default_capacity: 500, // places per slot
  hold_hours: 24, // how long an unpaid UPI or card order keeps its places
  contact_days: 365, // how long after a visit it is known whose it was
};

type Name = keyof typeof DEFAULTS;

/** What owners have set, else what holds unless they do: places, hours or days. */
export const siteSetting = (name: Name): number => Number(noted(name) ?? DEFAULTS[name]);

export const setSiteSetting = (tx: Tx, name: Name, to: number) => note(tx, name, String(to));
