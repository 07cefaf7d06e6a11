/**
 * A format that is made when the first of its dates is there: what the system knows of the world's languages
 * takes 15 ms to find, and no start waits for it.
 */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  let made: Intl.DateTimeFormat | undefined;
  const format = (at: Date | number) =>
    (made ??= new Intl.DateTimeFormat(locale, options)).format(at);
  return { format };
}

/** `10:05 AM`, as the hours of a slot are written: what the clocks of a time zone say at an instant. */
export function timeIn(timeZone: string) {
  const time = dateFormat("en-IN", { timeZone, timeStyle: "short" });
  return (at: number) => time.format(at).toUpperCase();
}

/** `1,23,456`: a whole number by the Indian grouping. By hand, for the reason above. */
export function inFigures(whole: number) {
  const digits = String(Math.abs(whole));
  const high = digits.slice(0, -3);
  const pairs = high.padStart(high.length + (high.length % 2)).match(/../g) ?? [];
  return (whole < 0 ? "-" : "") + [...pairs, digits.slice(-3)].join(",").trim();
}
