/** Lazy, because loading the locale data takes 15 ms at startup. */
export function lazyDateFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  let formatter: Intl.DateTimeFormat | undefined;
  const format = (instant: Date | number) =>
    (formatter ??= new Intl.DateTimeFormat(locale, options)).format(instant);
  return { format };
}

/** `10:05 AM` in a time zone. */
export function timeFormatter(timeZone: string) {
  const time = lazyDateFormat("en-IN", { timeZone, timeStyle: "short" });
  return (instant: number) => time.format(instant).toUpperCase();
}

/** `1,23,456`: an integer with Indian grouping, without the cost of Intl. */
export function formatNumber(integer: number) {
  const digits = String(Math.abs(integer));
  const high = digits.slice(0, -3);
  const pairs = high.padStart(high.length + (high.length % 2)).match(/../g) ?? [];
  return (integer < 0 ? "-" : "") + [...pairs, digits.slice(-3)].join(",").trim();
}
