import * as z from "zod";
import { ADMIN_PASSWORD_MIN } from "~/features/admins/admin.rules";
import { LONGEST_PASSWORD, NewAdminInput } from "~/features/admins/admin.schema";
import { inFigures } from "~/lib/intl";
import { LONGEST } from "~/lib/text-limits";

/** A setting that cannot be used: one line that names it, the value, and what is accepted. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/** The time zone as the process's own clock takes it, in fewer spellings; undefined for none. */
function timeZoneOf(name: string) {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return /^[+-]/.test(timeZone) ? undefined : timeZone;
  } catch {
    return undefined;
  }
}

/** Nothing but scheme, host and port. */
const isSite = (url: string) => {
  const parsed = URL.parse(url);
  return (
    parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.href === `${parsed.origin}/`
  );
};

/** Options after a `?` are passed to the mailer as they are. */
function isMailServer(url: string) {
  const parsed = URL.parse(url);
  if (!parsed || !/^smtps?:$/.test(parsed.protocol) || !parsed.hostname) return false;
  return /^\/?$/.test(parsed.pathname) && !parsed.hash && isDecodable(parsed);
}

/** A bare `%` in a password is left alone rather than guessed at. */
function isDecodable({ username, password }: URL) {
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

/**
 * An address, or a name and an address in angle brackets; other characters that headers give a meaning must be in
 * quotes.
 */
const SENDER = /^(?:(?:"[^"\\\r\n]*" *|[^"<>,:;@\\\r\n]*)<([^<>]+)>|([^<>]+))$/;
function isSender(text: string) {
  const [, named, alone] = SENDER.exec(text) ?? [];
  return EMAIL.safeParse(named ?? alone).success;
}

const { email: EMAIL, password: PASSWORD, name: NAME } = NewAdminInput.shape;

/** Digits only: JavaScript reads `1e3` and `0x10` as numbers too. */
const whole = (least: number, most: number, unset: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(least).max(most)).default(unset);

const listed = (text: string) =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

/** Each setting: how it is read, and in words what it accepts (contract 1). */
const SETTINGS = {
  PORT: [whole(0, 65535, 3000), "a port number, 0 to 65535"],
  HOST: [z.string().default("0.0.0.0"), "an address to listen on"],
  DATA_DIR: [z.string().default("data"), "a folder"],
  ONE_WRITER: [z.enum(["on", "off"]).default("on"), "on or off"], // heeded by db/client.server.ts
  PUBLIC_URL: [
    z
      .string()
      .refine(isSite)
      .transform((url) => new URL(url).origin)
      .optional(),
    "the site's address with nothing after it, not even a path, such as https://zoo.example",
  ],
  OWNER_EMAIL: [EMAIL.optional(), "an e-mail address"],
  OWNER_PASSWORD: [
    PASSWORD.optional(),
    `${ADMIN_PASSWORD_MIN} to ${inFigures(LONGEST_PASSWORD)} characters`,
  ],
  OWNER_NAME: [NAME.default("Zoo Owner"), `a name of at most ${LONGEST.name} characters`],
  DEMO_DATA: [
    z.enum(["catalogue", "full", "none"]).default("catalogue"),
    "catalogue, full or none",
  ],
  ZOO_TIMEZONE: [
    z
      .string()
      .refine((name) => timeZoneOf(name) !== undefined)
      .transform((name) => timeZoneOf(name) ?? name)
      .default("Asia/Kolkata"),
    "a time zone name such as Asia/Kolkata",
  ],
  SESSION_SECRET: [z.string().min(32).optional(), "at least 32 characters"],
  SMTP_URL: [
    z.string().refine(isMailServer).optional(),
    "an address such as smtp://user:password@host:587, with %40 for an @ in the password",
  ],
  MAIL_FROM: [
    z.string().refine(isSender).optional(),
    "a sender such as Zoo Verse <zoo@example.com>",
  ],
  UPI_VPA: [
    z
      .string()
      .regex(/^[\w.-]+@[\w.-]+$/)
      .optional(),
    "a UPI address such as zoo@bank",
  ],
  UPI_PAYEE: [z.string().default("Zoo Verse"), "the payee's name"],
  TRUST_PROXY: [whole(0, 9, 0), "a number of proxies, 0 to 9"],
  RATE_LIMITS: [z.enum(["on", "off"]).default("on"), "on or off"],
  CORS_ORIGINS: [
    z
      .string()
      .default("")
      .transform(listed)
      .refine((urls) => urls.every(isSite))
      .transform((urls) => urls.map((url) => new URL(url).origin)),
    "a comma list of sites without a path, such as https://app.example",
  ],
  BACKUP_HOURS: [whole(0, 8760, 24), "a whole number of hours from 1 to 8,760, or 0 for none"],
  BACKUP_KEEP: [whole(1, 1000, 7), "a number of backups, 1 to 1000"],
  METRICS_TOKEN: [z.string().min(16).optional(), "at least 16 characters"],
  LOG_FORMAT: [z.enum(["pretty", "json"]).optional(), "pretty or json"],
} as const;

type Name = keyof typeof SETTINGS;
export type Settings = { [K in Name]: z.output<(typeof SETTINGS)[K][0]> };

/** Without a mail server the letters wait in the outbox. */
export const sendsMail = () => settings.SMTP_URL !== undefined;

const SECRET: readonly Name[] = ["OWNER_PASSWORD", "SESSION_SECRET", "SMTP_URL", "METRICS_TOKEN"];

/** Reads every setting from the environment; a blank one counts as absent. Throws SettingsError. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const names = Object.keys(SETTINGS) as Name[];
  const read = names.map((name) => {
    const [schema, accepted] = SETTINGS[name];
    const given = env[name]?.trim() || undefined;
    // Sign-in compares every space, so the password must be kept as it was given.
    const value = name === "OWNER_PASSWORD" && given ? env[name] : given;
    const result = schema.safeParse(value);
    if (!result.success) {
      const shown = SECRET.includes(name) ? "what is set" : JSON.stringify(value);
      throw new SettingsError(`${name}: ${shown} is not accepted; it takes ${accepted}`);
    }
    return [name, result.data];
  });
  return Object.fromEntries(read) as Settings;
}

export const settings = readSettings(process.env);
