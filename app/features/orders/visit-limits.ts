/** A visitor can move a visit until this many hours before it starts. */
export const MOVE_HOURS = 24;
export const FREE_MOVE = `Free reschedule up to ${MOVE_HOURS} hours before the visit.`;

/** When a day is full, the next open day is searched for within this many days. */
export const BOOKING_HORIZON_DAYS = 60;

export const placesLeftMessage = (places: number) =>
  `Only ${places} ${places === 1 ? "place" : "places"} left`;
