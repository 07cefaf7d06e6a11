import { and, desc, eq, gt, inArray, ne, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { outbox } from "db/schema";
import { env } from "~/env.server";
import { timingSafeEqualText } from "~/lib/crypto.server";
import { DAY_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { emailEquals } from "~/lib/sql.server";
import { transaction } from "~/lib/write-transaction.server";
import { parseBounces, type Bounce } from "./bounces.schema";
import { isOwnMessageId, messageIdOf } from "../compose.server";

/** A bounce without a Message-ID that we know is about a mail of these days. */
const RECENT_MS = 7 * DAY_MS;
/** Of one address, among which the mail is looked for. */
const MAX_SENT = 50;
/** By which the provider's clock may be behind. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Takes what the mail provider posts, and marks the mails as bounced; returns how many. The same bounce may come twice.
 * The body is read once the secret is right. Throws `not_found` where no secret is set, `unauthenticated` for a wrong
 * one, and `invalid` for what is not JSON.
 */
export async function receiveBounces(
  authorization: string | null,
  readBody: () => Promise<Uint8Array>,
): Promise<number> {
  const secret = env.MAIL_WEBHOOK_SECRET;
  if (!secret) throw new DomainError("not_found", "MAIL_WEBHOOK_SECRET is not set");
  if (!isAuthorized(authorization ?? "", secret))
    throw new DomainError("unauthenticated", "The secret is not valid");
  const bounces = parseBounces(parseJson(await readBody()));
  if (bounces.length === 0) return 0;
  return transaction((tx) => bounces.filter((bounce) => markBounced(tx, bounce)).length, "none");
}

/** As a bearer token, or as the password of any user, because providers take it as part of the URL. */
function isAuthorized(authorization: string, secret: string) {
  const [, scheme = "", value = ""] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization) ?? [];
  const given = /^basic$/i.test(scheme) ? passwordIn(value) : value;
  return timingSafeEqualText(given, secret);
}

const passwordIn = (encoded: string) =>
  Buffer.from(encoded, "base64")
    .toString("utf8")
    .replace(/^[^:]*:/, "");

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    throw new DomainError("invalid", "The body is not JSON");
  }
}

/** False where no mail that was sent is meant, or one that is marked already. */
function markBounced(tx: Tx, bounce: Bounce) {
  const { id, state, sentAt, recipient } = outbox;
  const isArrived = inArray(state, ["sent", "bounced"]);
  const mails = tx
    .select({ id, state, sentAt })
    .from(outbox)
    .where(and(emailEquals(recipient, bounce.recipient), isArrived))
    .orderBy(desc(id))
    .limit(MAX_SENT)
    .all();
  const mail = mailMeant(bounce, mails);
  if (mail?.state !== "sent") return false;
  tx.update(outbox)
    .set({ state: "bounced", lastError: bounce.reason })
    .where(eq(id, mail.id))
    .run();
  return true;
}

type SentMail = Pick<typeof outbox.$inferSelect, "id" | "state" | "sentAt">;

/** The one that its Message-ID names, else the newest of these days; always one that was sent before it came back. */
function mailMeant({ messageId, at = Infinity }: Bounce, newestFirst: SentMail[]) {
  const sent = newestFirst.filter(({ sentAt }) => (sentAt ?? 0) <= at + CLOCK_TOLERANCE_MS);
  if (isOwnMessageId(messageId)) return sent.find(({ id }) => messageIdOf(id) === messageId);
  const since = Date.now() - RECENT_MS;
  return sent.find(({ sentAt }) => (sentAt ?? 0) > since);
}

/** But not to a person who was erased since. */
const isBounced = and(eq(outbox.state, "bounced"), ne(outbox.recipient, ""));

/** Mails of the last seven days that came back: how many, and the newest. */
export function recentBounces(now = Date.now()) {
  const since = now - RECENT_MS;
  const row = db
    .select({ count: sql<number>`count(*)`, newest: sql<number | null>`max(${outbox.id})` })
    .from(outbox)
    .where(and(isBounced, gt(outbox.sentAt, since)))
    .get();
  return row ?? { count: 0, newest: null };
}

/** Of an order, newest first. */
export const bouncedMailsOf = (orderSeq: number) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.orderSeq, orderSeq), isBounced))
    .orderBy(desc(outbox.id))
    .all();
