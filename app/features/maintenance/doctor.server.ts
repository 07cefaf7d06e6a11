import { existsSync, statfsSync, statSync } from "node:fs";
import { sql } from "drizzle-orm";
import { assertIntact } from "db/backup.server";
import { db, sqlite } from "db/connection.server";
import { keyFile } from "db/offsite/key-file";
import { env, isMailConfigured } from "~/env.server";
import { recentBounces } from "~/features/mail/status/bounces.server";
import { lateMails } from "~/features/mail/status/waiting-mails.server";
import { activeProvider } from "~/features/payments/payment-providers.server";
import { failedEvents } from "~/features/payments/webhook.server";
import { detectClockJump } from "~/features/privacy/retention-state.server";
import { HOUR_MS } from "~/lib/dates";
import { formatCount } from "~/lib/intl";
import { askReadiness } from "./ask-readiness.server";
import { offsiteState } from "./offsite-backups.server";
import { MIN_FREE_BYTES } from "./readiness.server";
import { futureDatedBackups, lastBackupOrFirstUse, newestBackup } from "./scheduled-backups.server";

/** One line of `doctor`. Without a `fix` all is well. */
export type Finding = Answer & { about: string };
type Answer = { found: string; fix?: string };

const CLOCK_TOLERANCE_MS = HOUR_MS / 12;

const CHECKS: Record<string, (now: number) => Answer | Promise<Answer>> = {
  settings,
  proxy,
  site,
  time,
  disk,
  database,
  mail,
  provider,
  backups,
  "off-site": offsite,
};

/** What is not as it should be with this site, for its operator. The database must be open. */
export async function examine(now = Date.now()): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [about, check] of Object.entries(CHECKS))
    findings.push({ about, ...(await answerOf(check, now)) });
  return findings;
}

/** A damaged database prevents more than one check. */
async function answerOf(check: (now: number) => Answer | Promise<Answer>, now: number) {
  try {
    return await check(now);
  } catch (error) {
    const found = `could not be looked at: ${error instanceof Error ? error.message : String(error)}`;
    return { found, fix: "see the line about the database" };
  }
}

function settings(): Answer {
  const off = (["RATE_LIMITS", "ONE_WRITER"] as const).find((name) => env[name] === "off");
  if (off) return { found: `${off} is off, which is for tests`, fix: `remove ${off}` };
  if (env.DEMO_DATA === "full")
    return {
      found: "DEMO_DATA is full: a new database is filled with invented orders",
      fix: "set DEMO_DATA to none",
    };
  return { found: "all are accepted" };
}

function proxy(): Answer {
  if (!env.PUBLIC_URL)
    return {
      found: "PUBLIC_URL is not set, so e-mails and QR codes lead to localhost",
      fix: "set PUBLIC_URL to the address that visitors see, such as https://zoo.example",
    };
  if (!env.PUBLIC_URL.startsWith("https:"))
    return {
      found: `visitors come to ${env.PUBLIC_URL} without encryption`,
      fix: "put a proxy with a certificate in front (docs/deploy.md), and set PUBLIC_URL to its https address",
    };
  if (env.TRUST_PROXY === 0)
    return {
      found:
        "PUBLIC_URL is https, so a proxy is in front, but TRUST_PROXY is 0: all visitors share one limit",
      fix: "set TRUST_PROXY to the number of proxies in front, usually 1",
    };
  return {
    found: `${env.PUBLIC_URL}, behind ${formatCount(env.TRUST_PROXY, "proxy", "proxies")}`,
  };
}

async function site(): Promise<Answer> {
  const { answer } = await askReadiness();
  if (!answer) {
    const fix = "start it; where it listens elsewhere, set PORT and HOST for this command as well";
    return { found: `does not answer at port ${env.PORT}`, fix };
  }
  if (answer.ok) return { found: `takes bookings at port ${env.PORT}` };
  const why = answer.text.slice(0, 200).replace(/\n/g, "; ");
  return { found: why, fix: "see “When the disk fails” in docs/backups.md" };
}

/** The newest records are from the past, and not from long ago, unless the clock is wrong. */
function time(now: number): Answer {
  const fix = "set the clock, and let the machine keep it by NTP (timedatectl set-ntp true)";
  const newest = db.get<{ at: number | null }>(sql`SELECT max(at) AS at FROM (
    SELECT max(created_at) AS at FROM orders UNION ALL SELECT max(created_at) FROM outbox
    UNION ALL SELECT at FROM (SELECT at FROM audit ORDER BY id DESC LIMIT 1))`)?.at;
  if (newest != null && newest > now + CLOCK_TOLERANCE_MS) {
    const found = `the clock says ${toText(now)}, but the newest record is of ${toText(newest)}`;
    return { found, fix };
  }
  const [ahead] = futureDatedBackups(now);
  if (ahead) return { found: `${ahead} is a backup of a day that is still to come`, fix };
  const last = detectClockJump(now);
  if (last)
    return {
      found: `the clock says ${toText(now)}, but the last change is of ${last}`,
      fix,
    };
  return {
    found: `${toText(now)}, and no record is newer; the zoo is in ${env.ZOO_TIMEZONE}`,
  };
}

const toText = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

function disk(): Answer {
  const { bavail, bsize } = statfsSync(env.DATA_DIR);
  const free = bavail * bsize;
  const needed = Math.max(MIN_FREE_BYTES, 2 * statSync(sqlite.name).size);
  const found = `${toMegabytes(free)} MB are free in DATA_DIR`;
  if (free >= needed) return { found };
  const fix = "make room, or move DATA_DIR to a larger disk";
  return { found: `${found}; a backup may need ${toMegabytes(needed)}`, fix };
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1_000_000);

function database(): Answer {
  try {
    assertIntact(sqlite.name);
  } catch (error) {
    const found = `it is damaged: ${error instanceof Error ? error.message : String(error)}`;
    return { found, fix: "stop the site, and restore the newest backup (docs/backups.md)" };
  }
  return { found: "every page can be read; check examines it thoroughly" };
}

function mail(now: number): Answer {
  if (!isMailConfigured())
    return {
      found: "no mail server is set up, so nobody gets tickets by e-mail",
      fix: "set SMTP_URL",
    };
  if (!env.MAIL_FROM)
    return {
      found: "MAIL_FROM is not set, so e-mails come from an address that may not exist",
      fix: "set MAIL_FROM to an address of the zoo",
    };
  const late = lateMails(now);
  if (late) {
    const found = `${formatCount(late.count, "mail")} waiting for more than 15 minutes; the mail server says: ${late.answer || "nothing"}`;
    return { found, fix: "correct SMTP_URL; mail-test ADDRESS tries it at once" };
  }
  const { count } = recentBounces(now);
  if (count === 0) return { found: "none waits for long, and none came back this week" };
  const fix = "correct the addresses of these orders; the outbox lists them under Came back";
  return { found: `${formatCount(count, "mail")} came back within seven days`, fix };
}

function provider(): Answer {
  const active = activeProvider();
  if (!active) return { found: "none; orders are paid at the counter or by hand" };
  const failed = failedEvents().length;
  if (failed > 0)
    return {
      found: `${formatCount(failed, "webhook")} of ${active.name} could not be applied`,
      fix: "decide about them under Reconcile",
    };
  if (!active.isTestMode) return { found: `${active.name} takes payments` };
  return {
    found: `${active.name} moves no money, because it is for tests`,
    fix: "set the provider's live key, or PAYMENTS=off",
  };
}

function backups(now: number): Answer {
  const since = lastBackupOrFirstUse(now);
  if (env.BACKUP_HOURS === 0)
    return { found: "none are made, because BACKUP_HOURS is 0", fix: "set it to 24" };
  const newest = newestBackup(now);
  if (since !== null && now - since > 2 * env.BACKUP_HOURS * HOUR_MS)
    return {
      found: newest ? `the newest is of ${toText(newest.at)}` : "there is none yet",
      fix: "keep the site running; its log says why a backup fails",
    };
  return {
    found: newest
      ? `the newest is of ${toText(newest.at)}`
      : "the first is made within minutes of the start",
  };
}

function offsite(now: number): Answer {
  const state = offsiteState(now);
  if (!state)
    return {
      found: "BACKUP_TO is not set, so a fire or a thief takes the backups with the site",
      fix: "set BACKUP_TO, and make a key with backup-key (docs/backups.md)",
    };
  const key = keyFile(env.DATA_DIR);
  if (!existsSync(key))
    return { found: "there is no key to encrypt copies with", fix: "make one: backup-key" };
  if ((statSync(key).mode & 0o077) !== 0)
    return { found: `others can read ${key}`, fix: `chmod 600 ${key}` };
  const found =
    state.newestAt === null ? "no copy yet" : `the newest copy is of ${toText(state.newestAt)}`;
  if (state.failure)
    return {
      found: `${found}; the last attempt failed: ${state.failure.reason}`,
      fix: "correct what it names; it is tried again",
    };
  if (state.isOverdue)
    return { found, fix: "keep the site running; its log says why a copy fails" };
  return { found };
}
