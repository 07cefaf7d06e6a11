/** A format made on first use: loading the system's language data takes 15 ms, which no start should wait for. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  let made: Intl.DateTimeFormat | undefined;
  const format = (at: Date | number) =>
    (made ??= new Intl.DateTimeFormat(locale, options)).format(at);
  return { format };
}

/** `10:05 AM`, as slot hours are written: an instant on the clocks of a time zone. */
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
