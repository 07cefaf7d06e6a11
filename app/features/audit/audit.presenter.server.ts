import type { AuditRow } from "./audit-log.server";
import { formatShortDate, isIsoDate } from "~/lib/dates";
import { formatNumber } from "~/lib/intl";
import { formatRupees } from "~/lib/money";
import { PAYMENT_LABEL } from "~/features/orders/payment-methods";
import { truncate } from "~/lib/text-limits";
import { toTimestamp } from "~/lib/http/timestamp.server";
import { slotLabel } from "~/features/slots/slots.server";
import { formatWeekdays } from "~/features/tariff/weekdays";

type Values = Record<string, unknown>;

const ACTION_LABELS: Record<string, string> = {
  "order.place": "Booked",
  "counter.sell": "Sold at the counter",
  "counter.pay": "Took the money at the counter",
  "order.edit": "Edited the order",
  "order.link": "Replaced the visitor's link",
  "order.move": "Moved the visit",
  "order.cancel": "Cancelled the booking",
  "order.status": "Changed the status",
  "order.undo": "Undid a change of status",
  "order.refundTickets": "Refunded tickets",
  "order.partyCode": "Gave one code for all",
  "order.repay": "Gave the money back",
  "order.expire": "Cancelled: not paid in time",
  "order.delete": "Deleted the order",
  "order.reference": "Gave a UPI reference",
  "order.note": "Wrote a note",
  "order.resend": "Sent the tickets again",
  "group.edit": "Changed a group",
  "group.payment": "Recorded a part of the price",
  "group.invoice": "Issued an invoice",
  "group.accept": "Made an order of a request",
  "group.decline": "Declined a request",
  "takings.lock": "Locked a day's takings",
  "shift.open": "Opened a shift",
  "shift.move": "Moved cash of a shift",
  "shift.count": "Counted a drawer otherwise than expected",
  "shift.close": "Closed a shift",
  "payment.capture": "Took over a payment",
  "payment.checkout": "Went to pay online",
  "payment.return": "Gave late money back",
  "payment.dispute": "Disputed a payment",
  "payment.transfer": "Found a UPI transfer at the bank",
  "payment.not-found": "Did not find a UPI transfer",
  "payment.refund": "Refunded a payment",
  "payment.accept": "Accepted a payment",
  "payment.attach": "Attached a payment to an order",
  "payment.confirm": "Confirmed a payment",
  "payment.refund-again": "Requested a refund again",
  "payment.refund-given": "Recorded a refund as given",
  "payment.order-refunded": "Marked an order refunded at the provider",
  "payment.order-kept": "Kept an order after a refund at the provider",
  "payment.look": "Looked at a payment page",
  "payment.event-retry": "Tried a provider's report again",
  "payment.event-dismiss": "Set a provider's report aside",
  "payment.compare": "Compared payments with the provider",
  "payment.duplicates": "Changed how double payments are refunded",
  "ticket.check-in": "Let a person in",
  "capacity.usual": "Changed the usual capacity",
  "capacity.week": "Changed the week's capacity",
  "capacity.day": "Changed a day's capacity",
  "capacity.close": "Closed a day",
  "capacity.reopen": "Opened a day again",
  "gate.conflict": "Let in someone the server would have refused",
  "gate.send": "Sent a scan that someone else made",
  "gate.dismiss": "Dismissed a gate conflict",
  "gate-device.add": "Added a gate device",
  "gate-device.link": "Made a new link for a gate device",
  "gate-device.pair": "Paired a gate device",
  "gate-device.revoke": "Revoked a gate device",
  "slip.print": "Printed emergency slips",
  "slip.enter": "Entered an emergency slip",
  "animal.create": "Added the animal",
  "animal.edit": "Edited the animal",
  "animal.delete": "Deleted the animal",
  "animal.import": "Imported animals",
  "mail.again": "Sent a mail again",
  "message.mark": "Marked the message",
  "message.delete": "Deleted the message",
  "message.clear": "Cleared messages",
  "privacy.keep": "Changed how long contacts are kept",
  "privacy.expire": "Erased expired contacts",
  "privacy.erase": "Erased a person",
  "admin.register": "Added the admin",
  "admin.edit": "Edited the admin",
  "admin.delete": "Deleted the admin",
  "admin.password": "Reset the password of",
  "admin.one-time-password": "Set a one-time password for",
  "account.password-link": "Changed their password by a link",
  "factor.add": "Added their second factor",
  "factor.remove": "Removed their second factor",
  "factor.codes": "Made new recovery codes",
  "factor.recovery": "Signed in with a recovery code",
  "factor.distrust": "Ended the trust in a device",
  "factor.reset": "Reset the second factor of",
  "factor.require": "Changed whether everyone needs a second factor",
  "passkey.add": "Added a passkey",
  "passkey.remove": "Removed a passkey",
  "export.orders": "Exported orders",
  "export.takings": "Exported takings",
  "export.reconcile": "Exported what is to be reconciled",
  "export.shifts": "Exported shifts",
  "export.person": "Exported what is stored about a person",
  "account.update": "Changed their own profile",
  "account.password": "Changed their own password",
  "zoo.notice": "Changed the notice",
  "zoo.bookings": "Opened or closed bookings",
  "zoo.closing": "Changed whether admins close days",
  "zoo.exceptions": "Changed days with their own places",
  "zoo.profile": "Changed the zoo's profile",
  "zoo.texts": "Changed the zoo's texts",
  "slot.add": "Added a slot",
  "slot.edit": "Changed a slot",
  "slot.end": "Ended a slot",
  "slot.walk-ins": "Changed the walk-in reserve",
  "ticket-type.add": "Added a ticket",
  "ticket-type.edit": "Changed a ticket",
  "ticket-type.move": "Moved a ticket in the list",
  "price-rule.add": "Added a price rule",
  "price-rule.edit": "Changed a price rule",
  "price-rule.move": "Moved a price rule",
  "price-rule.delete": "Deleted a price rule",
  "promo.add": "Added a promo code",
  "promo.edit": "Changed a promo code",
  "session.end": "Signed another device out",
  "session.reuse": "Ended a session whose token was used twice",
};

export function auditView(row: AuditRow) {
  const [before, after] = [parseValues(row.before), parseValues(row.after)];
  return {
    id: row.id,
    when: toTimestamp(row.at),
    who: row.actorId === null ? capitalise(row.actorName) : row.actorName,
    what: ACTION_LABELS[row.action] ?? capitalise(row.action.replace(/[.-]/g, " ")),
    target: row.target,
    targetText: targetText(row, before, after),
    changes: changes(before, after),
  };
}

function targetText({ action, target, actorName }: AuditRow, before: Values, after: Values) {
  const [kind = ""] = target.split(" ");
  const actorAsTarget =
    action.startsWith("account.") || action === "session.end" || action === "factor.distrust"
      ? actorName
      : undefined;
  const name = actorAsTarget ?? after.name ?? before.name;
  return capitalise(typeof name === "string" ? `${kind} ${name}` : target);
}

function changes(before: Values, after: Values) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => before[key] !== after[key])
    .map((key) => ({
      label:
        LABELS[key] ?? capitalise(key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)),
      from: key in before ? formatValue(key, before[key]) : null,
      to: key in after ? formatValue(key, after[key]) : null,
    }));
}

const LABELS: Record<string, string> = {
  pricePaise: "Price",
  refundPaise: "Given back",
  amountPaise: "Amount",
  leastPaise: "Least total",
  floatPaise: "Float",
  countedPaise: "Counted",
  differencePaise: "Difference",
  imageUrl: "Picture",
  way: "Bookings",
};
const RESOLUTION_LABELS: Record<string, string> = { offer: "offered a move", cancel: "cancelled" };

const MAX_VALUE_LENGTH = 200;

function formatValue(key: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (/^total$|Paise$/.test(key) && typeof value === "number") return formatRupees(value);
  if (key === "weekdays" && typeof value === "number") return formatWeekdays(value);
  if (typeof value === "number") return formatNumber(value);
  if (typeof value !== "string") return JSON.stringify(value);
  if (/^(day|visitDate)$/.test(key) && isIsoDate(value)) return formatShortDate(value);
  if (key === "way") return labelOf(RESOLUTION_LABELS, value) ?? value;
  if (key === "visitSlot") return slotLabel(value);
  if (key === "paymentMethod") return labelOf(PAYMENT_LABEL, value) ?? value;
  return key === "status" ? capitalise(value) : truncate(value, MAX_VALUE_LENGTH);
}

const labelOf = <Label>(labels: Record<string, Label>, key: string): Label | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined;

function parseValues(text: string | null): Values {
  const value: unknown = text === null ? {} : JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
