import { can, type Staff } from "~/features/auth/permissions";
import { toTimestamp } from "~/lib/http/timestamp.server";
import { bouncedMailsOf, recentBounces } from "./bounces.server";
import { MAIL_LABEL, type MailKind } from "../mail.rules";
import { lateMails } from "./waiting-mails.server";

/** For the dashboard of who reads the outbox; null while mails arrive. */
export function mailStatusView(staff: Staff) {
  if (!can(staff, "outbox.read")) return null;
  const late = lateMails();
  const { count, newest } = recentBounces();
  if (!late && count === 0) return null;
  return {
    late: late && { ...late, since: toTimestamp(late.since) },
    bounced: count,
    newestBounce: newest,
    mayTest: can(staff, "outbox.send"),
    email: staff.email,
  };
}

/** For the order's page: mails that came back. */
export const bouncedView = (orderSeq: number) =>
  bouncedMailsOf(orderSeq).map(({ id, kind, recipient, lastError, sentAt }) => ({
    id,
    kind: MAIL_LABEL[kind as MailKind],
    to: recipient,
    sent: sentAt === null ? null : toTimestamp(sentAt),
    reason: lastError ?? "",
  }));
