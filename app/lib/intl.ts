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

/** Digits of India's scripts, Arabic and wide digits as 0 to 9. */
export const toAsciiDigits = (typed: string) =>
  typed.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    return String((code & 0xf) - (code >= 0x900 && code < 0xe00 ? 6 : 0));
  });

/** A typed number without what people write around its digits: blanks, commas between groups, and ₹. */
export const toPlainNumber = (typed: string) =>
  toAsciiDigits(typed).replace(/[\s₹]|,(?=\d{2,3}(?!\d))/g, "");

/** `1 booking`, `1,200 bookings`. */
export const formatCount = (count: number, singular: string, plural = `${singular}s`) =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`;

export const formatNumber = (value: number) => value.toLocaleString("en-IN");
