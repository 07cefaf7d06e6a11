/** Shown at the top of every public page from one day to another; blank days: at once, for good. */
export type Notice = { text: string; from: string; until: string };

export const NO_NOTICE: Notice = { text: "", from: "", until: "" };
export const MAX_NOTICE = 300;

export const MAX_RANGE_DAYS = 366;

export const BOOKINGS_CLOSED = "Bookings are not open at the moment";

export const isShownOn = ({ text, from, until }: Notice, day: string) =>
  text !== "" && (from === "" || from <= day) && (until === "" || day <= until);
