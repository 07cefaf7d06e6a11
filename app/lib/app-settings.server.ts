import type { Tx } from "db/client.server";
import { storedValue, storeValue } from "./key-value-store.server";

/** Settings that owners change on screens, with their defaults. */
const DEFAULTS = {
  default_capacity: 500, // places per slot
  hold_hours: 24, // how long an unpaid UPI or card order keeps its places
  contact_days: 365, // how many days after a visit its contact data is kept
};

type Name = keyof typeof DEFAULTS;

/** The setting as owners have left it, else its default. */
export const siteSetting = (name: Name): number => Number(storedValue(name) ?? DEFAULTS[name]);

export const setSiteSetting = (tx: Tx, name: Name, to: number) => storeValue(tx, name, String(to));
