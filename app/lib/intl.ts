/** Lazy, because loading the locale data takes 15 ms at startup. */
export function lazyDateFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  let formatter: Intl.DateTimeFormat | undefined;
  const format = (instant: Date | number) =>
    (formatter ??= new Intl.DateTimeFormat(locale, options)).format(instant);
  return { format };
}

export function timeFormatter(timeZone: string) {
  const time = lazyDateFormat("en-IN", { timeZone, timeStyle: "short" });
  return (instant: number) => time.format(instant).toUpperCase();
}

/** `1 booking`, `1,200 bookings`. */
export const formatCount = (count: number, singular: string, plural = `${singular}s`) =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`;

/** `1,200`. Without a comma no locale data is needed, which takes 5 ms at startup. */
export const formatNumber = (value: number) =>
  Number.isInteger(value) && Math.abs(value) < 1_000
    ? String(value)
    : value.toLocaleString("en-IN");

/** `4`, or `2 of 4`. */
export const formatPart = (part: number, all: number) =>
  part === all ? formatNumber(all) : `${formatNumber(part)} of ${formatNumber(all)}`;
