/**
 * A time zone in which it is early morning now, so that today's slots are all still ahead whenever the
 * tests run.
 */
export const MORNING_ZONE = (() => {
  const ahead = ((7 - new Date().getUTCHours() + 12 + 24) % 24) - 12;
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`; // these names count the other way
})();

/** The zoo's day so many days from today, in that time zone. */
export const zooDayIn = (days: number) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: MORNING_ZONE }).format(
    Date.now() + days * 86_400_000,
  );
