/** A time zone in which it is that hour of the day now, whenever the tests run. */
export function zoneAt(hour: number) {
  const ahead = ((hour - new Date().getUTCHours() + 12 + 24) % 24) - 12;
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`; // these names count the other way
}

/** Where it is early morning, so that today's slots are all still ahead. */
export const MORNING_ZONE = zoneAt(7);

/** The zoo's day this many days from today, in that time zone. */
export const zooDayIn = (days: number, timeZone = MORNING_ZONE) =>
  new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.now() + days * 86_400_000);
