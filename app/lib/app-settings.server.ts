import type { Tx } from "db/connection.server";
import { getValue, setValue } from "./key-value-store.server";

const DEFAULTS = {
  default_capacity: 500, // places per slot
  hold_hours: 24, // how long an unpaid UPI or card order keeps its places
  cash_hold_hours: 24, // the same for a cash order, until its visitor confirms it from the mail
  booking_days: 180, // how many days ahead visitors can book
  unpaid_per_email: 30, // unpaid places under one e-mail address
  unpaid_network_percent: 30, // of a slot's places, unpaid and booked from one network
  unpaid_percent: 50, // of a slot's places, unpaid
  walk_in_minutes: 60, // until when before a slot starts its places for walk-ins are not sold online
  refund_duplicates: 0, // 1: what an order is paid twice goes back without a member of staff
  contact_days: 365, // how many days after a visit its contact data is stored
};

type Name = keyof typeof DEFAULTS;

export const getAppSetting = (name: Name): number => Number(getValue(name) ?? DEFAULTS[name]);

export const setAppSetting = (tx: Tx, name: Name, to: number) => setValue(tx, name, String(to));
