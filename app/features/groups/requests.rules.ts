export const REQUEST_STATES = ["new", "draft", "declined"] as const;

/** A day that a school would come on; a blank slot: any. */
export type WantedDay = { day: string; slot: string };
