import { and, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { outbox } from "db/schema";
import { env } from "~/env.server";
import { timingSafeEqualText } from "~/lib/crypto.server";
import { DAY_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { emailEquals } from "~/lib/sql.server";
import { transaction } from "~/lib/write-transaction.server";
import { parseBounces, type Bounce } from "./bounces.schema";
import { messageIdOf } from "./compose.server";

/** A bounce without a Message-ID that we know is about a mail of these days. */
const RECENT_MS = 7 * DAY_MS;
/** Of one address, among which a Message-ID is looked for. */
const MAX_SENT = 50;

/**
 * Takes what the mail provider posts and marks the mails as bounced; returns how many. Throws `not_found` where no
 * secret is set, `unauthenticated` for a wrong one, and `invalid` for what is not JSON.
 */
export function receiveBounces(body: Uint8Array, authorization: string | null): number {
  const secret = env.MAIL_WEBHOOK_SECRET;
  if (!secret) throw new DomainError("not_found", "MAIL_WEBHOOK_SECRET is not set");
  if (!isAuthorized(authorization ?? "", secret))
    throw new DomainError("unauthenticated", "The secret is not valid");
  const bounces = parseBounces(parseJson(body));
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

/** False where no mail that was sent is meant. */
function markBounced(tx: Tx, { recipient, messageId, reason }: Bounce) {
  const sent = tx
    .select({ id: outbox.id, sentAt: outbox.sentAt })
    .from(outbox)
    .where(
      and(
        emailEquals(outbox.recipient, recipient),
        eq(outbox.state, "sent"),
        isNotNull(outbox.sentAt),
      ),
    )
    .orderBy(desc(outbox.id))
    .limit(MAX_SENT)
    .all();
  const named = messageId && sent.find(({ id }) => messageIdOf(id) === messageId);
  const since = Date.now() - RECENT_MS;
  const mail = named || sent.find(({ sentAt }) => (sentAt ?? 0) > since);
  if (!mail) return false;
  tx.update(outbox)
    .set({ state: "bounced", lastError: reason })
    .where(eq(outbox.id, mail.id))
    .run();
  return true;
}

/** Mails of the last seven days that came back: how many, and the newest. */
export function recentBounces(now = Date.now()) {
  const since = now - RECENT_MS;
  const row = db
    .select({ count: sql<number>`count(*)`, newest: sql<number | null>`max(${outbox.id})` })
    .from(outbox)
    .where(and(eq(outbox.state, "bounced"), gt(outbox.sentAt, since)))
    .get();
  return row ?? { count: 0, newest: null };
}

/** Of an order, newest first. */
export const bouncedMailsOf = (orderSeq: number) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.orderSeq, orderSeq), eq(outbox.state, "bounced")))
    .orderBy(desc(outbox.id))
    .all();
