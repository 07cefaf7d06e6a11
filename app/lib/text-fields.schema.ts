import * as z from "zod";
import { LONGEST, NOT_TEXT, TEXT, tooLong } from "./text-limits";

/** Texts and e-mail addresses as people type them; blanks around them are dropped. */

export const text = (limit: number) =>
  z.string("Send text").trim().max(limit, tooLong(limit)).regex(TEXT, NOT_TEXT);

/** `missing` is what is said when it is absent or blank. */
export const neededText = (missing: string, limit: number) =>
  z.string(missing).trim().min(1, missing).max(limit, tooLong(limit)).regex(TEXT, NOT_TEXT);

/** What is absent, like what is blank, is an empty text. */
export const orEmpty = (typed: string | null | undefined) => typed ?? "";

export const NO_EMAIL = "Enter a valid email.";

export const neededEmail = (missing: string, invalid = NO_EMAIL) =>
  z.string(missing).trim().min(1, missing).pipe(emailAddress(invalid)).meta({ format: "email" });

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const TOP = "[a-z][a-z0-9-]{0,61}[a-z0-9]";
const ADDRESS = new RegExp(
  String.raw`^(?=.{1,64}@)${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+${TOP}$`,
  "i",
);

/**
 * An e-mail address as people have them: before the @ anything that browsers accept, as in `r&d@zoo.in`, and
 * after it a name with a dot. Refuses others with this message.
 */
export const emailAddress = (message: string) =>
  z
    .string()
    .max(LONGEST.email, message)
    .pipe(z.email({ error: message, pattern: ADDRESS }));
