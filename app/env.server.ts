import ipaddr from "ipaddr.js";
import * as z from "zod";
import { ADMIN_PASSWORD_MIN } from "~/features/admins/admin.rules";
import { parseDestination } from "db/offsite/destination";
import { PASSWORD_MAX, NewAdminInput } from "~/features/admins/admin.schema";
import { MAX_LENGTH } from "~/lib/text-limits";

export class EnvError extends Error {
  override name = "EnvError";
}

/** The canonical name, which `TZ` understands; undefined when it is invalid. */
function canonicalTimeZone(name: string) {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return /^[+-]/.test(timeZone) ? undefined : timeZone;
  } catch {
    return undefined;
  }
}

const isOrigin = (url: string) => {
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

/** A bare `%` in a password is rejected: its meaning is ambiguous. */
function isDecodable({ username, password }: URL) {
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

/** An address, or a name and an address in angle brackets; special characters of the name must be quoted. */
const SENDER = /^(?:(?:"[^"\\\r\n]*" *|[^"<>,:;@\\\r\n]*)<([^<>]+)>|([^<>]+))$/;
function isMailbox(text: string) {
  const [, named, alone] = SENDER.exec(text) ?? [];
  return EMAIL.safeParse(named ?? alone).success;
}

const { email: EMAIL, password: PASSWORD, name: NAME } = NewAdminInput.shape;

/** Digits only: Number() also accepts `1e3` and `0x10`. */
const integer = (min: number, max: number, fallback: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max)).default(fallback);

/** An address, or a range such as `2001:db8::/48`. */
const isNetwork = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

const parseList = (text: string) =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

/** A server on this machine, as tests have it. */
const isLoopback = (url: string) =>
  isOrigin(url) && /^(?:127\.0\.0\.1|\[::1\]|localhost)$/.test(new URL(url).hostname);

const fakeServer = [
  z
    .string()
    .refine(isLoopback)
    .transform((url) => new URL(url).origin)
    .optional(),
  "the address of a fake server on this machine, for tests only",
] as const;

const SETTINGS = {
  PORT: [integer(0, 65535, 3000), "a port number, 0 to 65535"],
  HOST: [z.string().default("0.0.0.0"), "an address to listen on"],
  DATA_DIR: [z.string().default("data"), "a folder"],
  ONE_WRITER: [z.enum(["on", "off"]).default("on"), "on or off"], // read by db/connection.server.ts
  PUBLIC_URL: [
    z
      .string()
      .refine(isOrigin)
      .transform((url) => new URL(url).origin)
      .optional(),
    "the site's address with nothing after it, not even a path, such as https://zoo.example",
  ],
  OWNER_EMAIL: [EMAIL.optional(), "an e-mail address"],
  OWNER_PASSWORD: [PASSWORD.optional(), `${ADMIN_PASSWORD_MIN} to ${PASSWORD_MAX} characters`],
  OWNER_NAME: [NAME.default("Zoo Owner"), `a name of at most ${MAX_LENGTH.name} characters`],
  DEMO_DATA: [
    z.enum(["catalogue", "full", "none"]).default("catalogue"),
    "catalogue, full or none",
  ],
  ZOO_TIMEZONE: [
    z
      .string()
      .refine((name) => canonicalTimeZone(name) !== undefined)
      .transform((name) => canonicalTimeZone(name) ?? name)
      .default("Asia/Kolkata"),
    "a time zone name such as Asia/Kolkata",
  ],
  SESSION_SECRET: [z.string().min(32).optional(), "at least 32 characters"],
  SMTP_URL: [
    z.string().refine(isMailServer).optional(),
    "an address such as smtp://user:password@host:587, with %40 for an @ in the password",
  ],
  MAIL_FROM: [
    z.string().refine(isMailbox).optional(),
    "a sender such as Zoo Verse <zoo@example.com>",
  ],
  MAIL_WEBHOOK_SECRET: [z.string().min(16).optional(), "at least 16 characters"],
  UPI_VPA: [
    z
      .string()
      .regex(/^[\w.-]+@[\w.-]+$/)
      .optional(),
    "a UPI address such as zoo@bank",
  ],
  UPI_PAYEE: [z.string().optional(), "the payee's name"],
  PAYMENTS: [z.enum(["demo", "off"]).optional(), "demo or off"],
  RAZORPAY_KEY: [
    z
      .string()
      .regex(/^rzp_(?:test|live)_\w+:\S+$/)
      .optional(),
    "Razorpay's key id and key secret with a colon between, such as rzp_live_id:secret",
  ],
  RAZORPAY_WEBHOOK_SECRET: [
    z.string().default("").transform(parseList),
    "the secret of the webhook; during a change a comma list of the new and the previous one",
  ],
  RAZORPAY_URL: fakeServer,
  STRIPE_KEY: [
    z
      .string()
      .regex(/^[rs]k_(?:test|live)_\w+$/)
      .optional(),
    "Stripe's secret key or a restricted key, which begins with sk_ or rk_",
  ],
  STRIPE_WEBHOOK_SECRET: [
    z
      .string()
      .default("")
      .transform(parseList)
      .refine((secrets) => secrets.every((secret) => secret.startsWith("whsec_"))),
    "the signing secret of the webhook, which begins with whsec_; during a change a comma list of both",
  ],
  STRIPE_URL: fakeServer,
  WEBHOOK_TEST_URL: fakeServer,
  TRUST_PROXY: [integer(0, 9, 0), "a number of proxies, 0 to 9"],
  HSTS_SUBDOMAINS: [z.enum(["on", "off"]).default("off"), "on or off"],
  RATE_LIMITS: [z.enum(["on", "off"]).default("on"), "on or off"],
  OWN_NETWORKS: [
    z
      .string()
      .default("")
      .transform(parseList)
      .refine((networks) => networks.every(isNetwork)),
    "a comma list of addresses and networks, such as 203.0.113.7, 2001:db8:1::/48",
  ],
  CORS_ORIGINS: [
    z
      .string()
      .default("")
      .transform(parseList)
      .refine((urls) => urls.every(isOrigin))
      .transform((urls) => urls.map((url) => new URL(url).origin)),
    "a comma list of sites without a path, such as https://app.example",
  ],
  BACKUP_HOURS: [integer(0, 8760, 24), "a whole number of hours from 1 to 8,760, or 0 for none"],
  BACKUP_KEEP: [integer(1, 1000, 7), "a number of backups, 1 to 1000"],
  BACKUP_TO: [
    z
      .string()
      .refine((text) => parseDestination(text) !== null)
      .optional(),
    "s3://bucket/prefix, sftp://user@host/path or a folder such as /mnt/copies",
  ],
  BACKUP_SSH_CONFIG: [z.string().optional(), "a configuration file of ssh"],
  AWS_ACCESS_KEY_ID: [z.string().optional(), "the id of an access key"],
  AWS_SECRET_ACCESS_KEY: [z.string().optional(), "the secret of an access key"],
  AWS_SESSION_TOKEN: [z.string().optional(), "a session token"],
  AWS_REGION: [
    z
      .string()
      .regex(/^[\w-]+$/)
      .default("us-east-1"),
    "a region such as ap-south-1",
  ],
  AWS_ENDPOINT_URL: [
    z
      .string()
      .refine(isOrigin)
      .transform((url) => new URL(url).origin)
      .optional(),
    "the address of an S3 service with nothing after it, such as https://s3.example",
  ],
  REPLICA_RETENTION_DAYS: [
    integer(0, 3650, 0), // also read by db/standby.server.ts
    "a number of days, or 0 without a standby",
  ],
  METRICS_TOKEN: [z.string().min(16).optional(), "at least 16 characters"],
  LOG_FORMAT: [z.enum(["pretty", "json"]).optional(), "pretty or json"],
} as const;

type Name = keyof typeof SETTINGS;
export type Settings = { [K in Name]: z.output<(typeof SETTINGS)[K][0]> };

/** Without a mail server, mails wait in the outbox. */
export const isMailConfigured = () => env.SMTP_URL !== undefined;

const SECRET: readonly Name[] = [
  "OWNER_PASSWORD",
  "SESSION_SECRET",
  "SMTP_URL",
  "MAIL_WEBHOOK_SECRET",
  "RAZORPAY_KEY",
  "RAZORPAY_WEBHOOK_SECRET",
  "STRIPE_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "METRICS_TOKEN",
];

export function parseEnv(env: Record<string, string | undefined>): Settings {
  const names = Object.keys(SETTINGS) as Name[];
  const read = names.map((name) => {
    const [schema, accepted] = SETTINGS[name];
    const trimmed = env[name]?.trim() || undefined;
    // Spaces are part of a password.
    const value = name === "OWNER_PASSWORD" && trimmed ? env[name] : trimmed;
    const result = schema.safeParse(value);
    if (!result.success) {
      const displayed = SECRET.includes(name) ? "what is set" : JSON.stringify(value);
      throw new EnvError(`${name}: ${displayed} is not accepted; it takes ${accepted}`);
    }
    return [name, result.data];
  });
  const settings = Object.fromEntries(read) as Settings;
  const conflict = paymentConflict(settings) ?? backupConflict(settings);
  if (conflict) throw new EnvError(conflict);
  return settings;
}

/** Why the settings of payments do not fit together. */
function paymentConflict(settings: Settings) {
  const keys = (["RAZORPAY_KEY", "STRIPE_KEY"] as const).filter((name) => settings[name]);
  if (keys.length > 1)
    return "RAZORPAY_KEY and STRIPE_KEY are both set; one provider takes the payments, so remove the other";
  if (keys[0] && settings.PAYMENTS === "demo")
    return `PAYMENTS is demo and ${keys[0]} is set; remove one of them`;
  const secret = keys[0] && PAYMENT_SECRETS[keys[0]];
  if (secret && settings[secret].length === 0)
    return `${keys[0]} is set without ${secret}; create a webhook at the provider and set its secret`;
  return undefined;
}

/** Why the settings of backups do not fit together. */
function backupConflict(settings: Settings) {
  const { BACKUP_TO, BACKUP_HOURS, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = settings;
  if (BACKUP_TO && BACKUP_HOURS === 0)
    return "BACKUP_TO is set and BACKUP_HOURS is 0; only scheduled backups are sent there";
  if (BACKUP_TO?.startsWith("s3:") && !(AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY))
    return "BACKUP_TO is set without AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; set those of an account that may write there";
  return undefined;
}

const PAYMENT_SECRETS = {
  RAZORPAY_KEY: "RAZORPAY_WEBHOOK_SECRET",
  STRIPE_KEY: "STRIPE_WEBHOOK_SECRET",
} as const;

/** The settings of the process, read once. Loading this module throws EnvError when one is invalid. */
export const env = parseEnv(process.env);
