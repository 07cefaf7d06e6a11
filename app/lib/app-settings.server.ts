import type { Tx } from "db/connection.server";
import { getValue, setValue } from "./key-value-store.server";

const DEFAULTS = {
  default_capacity: 500, // places per slot
  hold_hours: 24, // how long an unpaid UPI or card order keeps its places
  contact_days: 365, // how many days after a visit its contact data is stored
};

type Name = keyof typeof DEFAULTS;

export const getAppSetting = (name: Name): number => Number(getValue(name) ?? DEFAULTS[name]);

export const setAppSetting = (tx: Tx, name: Name, to: number) => setValue(tx, name, String(to));
