import * as z from "zod";
import { formatNumber } from "./intl";
import {
  atMost,
  INVALID_TEXT_ERROR,
  isStorable,
  MAX_LENGTH,
  STORABLE_PATTERN,
} from "./text-limits";
import { cleanEmail, cleanNumber, cleanText } from "./text/clean-text";
import { INVALID_DAY, isIsoDate } from "./dates";

export const text = (limit: number) =>
  z
    .string("Send text")
    .overwrite(cleanText)
    .trim()
    .refine(...atMost(limit))
    .refine(isStorable, INVALID_TEXT_ERROR)
    .meta({ ...STORABLE_PATTERN, maxLength: limit });

export const requiredText = (missing: string, limit: number) =>
  z
    .string(missing)
    .overwrite(cleanText)
    .trim()
    .min(1, missing)
    .refine(...atMost(limit))
    .refine(isStorable, INVALID_TEXT_ERROR)
    .meta({ ...STORABLE_PATTERN, maxLength: limit });

export const optionalText = (typed: string | null | undefined) => typed ?? "";

export const NO_EMAIL = "Enter a valid email.";

export const requiredEmail = (missing: string, invalid = NO_EMAIL) =>
  z
    .string(missing)
    .overwrite(cleanEmail)
    .min(1, missing)
    .pipe(emailSchema(invalid))
    .meta({ format: "email", maxLength: MAX_LENGTH.email });

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const TOP = "[a-z][a-z0-9-]{0,61}[a-z0-9]";
const ADDRESS = new RegExp(
  String.raw`^(?=.{1,64}@)${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+${TOP}$`,
  "i",
);

/** An e-mail address with a dot in its domain and the local part that browsers accept. */
export const emailSchema = (message: string) =>
  z
    .string()
    .max(MAX_LENGTH.email, message)
    .pipe(z.email({ error: message, pattern: ADDRESS }));

/** An address to look for. */
export const emailFilter = z
  .string()
  .overwrite(cleanEmail)
  .refine(...atMost(MAX_LENGTH.email))
  .meta({ maxLength: MAX_LENGTH.email });

export const requiredDay = z
  .string("Choose a day")
  .trim()
  .min(1, { error: "Choose a day", abort: true })
  .refine(isIsoDate, INVALID_DAY);

/** Blank for none. */
export const optionalDay = z
  .string()
  .trim()
  .default("")
  .refine((day) => day === "" || isIsoDate(day), INVALID_DAY);

/** A typed number. `what` begins the error, which is formatted when it is needed. */
export const wholeNumber = (what: string, min: number, max: number) => {
  const error = () => `${what} from ${min} to ${formatNumber(max)}`;
  return z
    .string({ error })
    .overwrite(cleanNumber)
    .regex(/^\d{1,6}$/, { error })
    .transform(Number)
    .refine((number) => number >= min && number <= max, { error });
};

const MAX_PAISE = 10_000_000;
export const INVALID_AMOUNT = "An amount in rupees from 0 to 1,00,000";

/** Typed rupees as paise. */
export const rupees = (error = INVALID_AMOUNT, min = 0) =>
  z
    .string({ error })
    .overwrite(cleanNumber)
    .regex(/^\d{1,6}(?:\.\d{1,2})?$/, { error })
    .transform((typed) => Math.round(Number(typed) * 100))
    .refine((paise) => paise >= min && paise <= MAX_PAISE, { error });

/** Blank is null. */
export const optional = <S extends z.ZodType<unknown, string>>(schema: S) =>
  z
    .string()
    .trim()
    .default("")
    .transform((typed) => typed || null)
    .pipe(schema.nullable());
