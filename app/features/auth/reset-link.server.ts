import { and, eq, gt } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { admins, outbox } from "db/schema";
import type { AdminRecord } from "~/features/admins/admin.types";
import { hmac, timingSafeEqualText } from "~/lib/crypto.server";
import { DAY_MS } from "~/lib/dates";
import { sessionSecret } from "~/lib/secrets.server";
import { NEW_ADDRESS_DAYS, RESET_LINK_MINUTES } from "./lost-password.rules";

export const RESET_LINK_MS = RESET_LINK_MINUTES * 60_000;

/** The active account of an address, unless it has had this address for a short time only. */
export function resettableAccount(email: string, reader: Reader = db): AdminRecord | undefined {
  const account = reader.select().from(admins).where(eq(admins.email, email)).get();
  const isNew = (account?.emailChangedAt ?? 0) > Date.now() - NEW_ADDRESS_DAYS * DAY_MS;
  return account?.active && !isNew ? account : undefined;
}

/**
 * Where the mail of this id leads. Nothing of it is stored: it is derived from the mail and from the hash of the
 * password, and so it ends with that password.
 */
export const resetPath = (mailId: number, account: AdminRecord) =>
  `/login/reset/${mailId}-${proofOf(mailId, account)}`;

const proofOf = (mailId: number, { id, passwordHash }: AdminRecord) =>
  hmac(sessionSecret(), `reset ${mailId} ${id} ${passwordHash}`);

/** Whose password a link changes; undefined once it has ended or was used. */
export function accountOfLink(token: string, reader: Reader = db): AdminRecord | undefined {
  const [, id = "", proof = ""] = /^(\d{1,15})-([0-9A-Z]{26})$/.exec(token) ?? [];
  const mail = reader
    .select({ recipient: outbox.recipient })
    .from(outbox)
    .where(
      and(
        eq(outbox.id, Number(id)),
        eq(outbox.kind, "reset"),
        gt(outbox.createdAt, Date.now() - RESET_LINK_MS),
      ),
    )
    .get();
  const account = mail && resettableAccount(mail.recipient, reader);
  return account && timingSafeEqualText(proof, proofOf(Number(id), account)) ? account : undefined;
}
