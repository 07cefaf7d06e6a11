import * as z from "zod";

const YEAR_2100 = 4_102_444_800;

/** Unix seconds, as UTC milliseconds. An impossible instant is as none: the money has come all the same. */
export const Instant = z
  .number()
  .min(0)
  .max(YEAR_2100)
  .transform((seconds) => seconds * 1000)
  .nullish()
  .catch(undefined);

/** In the smallest unit of the currency. */
export const Amount = z.int().positive();

/** Stripe writes it in small letters. */
export const Currency = z
  .string()
  .regex(/^[a-z]{3}$/i)
  .transform((currency) => currency.toUpperCase());
