import type { AuditRow } from "./audit-log.server";
import { dayInShort, isDay } from "~/lib/dates";
import { rupees } from "~/lib/money";
import { PAYMENT_LABEL, SLOT_HOURS } from "~/features/orders/order.rules";
import { beginningOf } from "~/lib/text-limits";
import { whenOf } from "~/lib/http/timestamp.server";

/** The audit log in words. */

type Values = Record<string, unknown>;

const ACTS: Record<string, string> = {
  "order.place": "Booked",
  "order.edit": "Edited the order",
  "order.move": "Moved the visit",
  "order.cancel": "Cancelled the booking",
  "order.status": "Changed the status",
  "order.repay": "Gave the money back",
  "order.expire": "Cancelled: not paid in time",
  "order.delete": "Deleted the order",
  "ticket.check-in": "Let a person in",
  "capacity.usual": "Changed the usual capacity",
  "capacity.week": "Changed the week's capacity",
  "capacity.day": "Changed a day's capacity",
  "capacity.close": "Closed a day",
  "gate.conflict": "Let in someone the server would have refused",
  "gate.dismiss": "Dismissed a gate conflict",
  "animal.create": "Added the animal",
  "animal.edit": "Edited the animal",
  "animal.delete": "Deleted the animal",
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
  "account.update": "Changed their own profile",
  "account.password": "Changed their own password",
  "session.end": "Signed another device out",
  "session.reuse": "Ended a session whose token was used twice",
};

/** A record as a row of the log. */
export function auditView(row: AuditRow) {
  const [before, after] = [valuesIn(row.before), valuesIn(row.after)];
  return {
    id: row.id,
    when: whenOf(row.at),
    who: row.actorId === null ? capitalised(row.actorName) : row.actorName,
    what: ACTS[row.action] ?? capitalised(row.action.replace(/[.-]/g, " ")),
    target: row.target,
    targetText: targetText(row, before, after),
    changes: changes(before, after),
  };
}

/** Ids of people, animals and messages mean nothing to a reader, so the name is shown if it is known. */
function targetText({ action, target, actorName }: AuditRow, before: Values, after: Values) {
  const [kind = ""] = target.split(" ");
  const own = action.startsWith("account.") || action === "session.end" ? actorName : undefined;
  const name = own ?? after.name ?? before.name;
  return capitalised(typeof name === "string" ? `${kind} ${name}` : target);
}

function changes(before: Values, after: Values) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => before[key] !== after[key])
    .map((key) => ({
      label:
        LABELS[key] ?? capitalised(key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)),
      from: key in before ? valueInWords(key, before[key]) : null,
      to: key in after ? valueInWords(key, after[key]) : null,
    }));
}

const LABELS: Record<string, string> = { imageUrl: "Picture", way: "Bookings" };
const WAYS: Record<string, string> = { offer: "offered a move", cancel: "cancelled" };

/** The beginning of a long text is enough to recognise it; the log keeps all of it. */
const SHOWN = 200;

function valueInWords(key: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (key === "total" && typeof value === "number") return rupees(value);
  if (typeof value === "number") return value.toLocaleString("en-IN");
  if (typeof value !== "string") return JSON.stringify(value);
  if (/^(day|visitDate)$/.test(key) && isDay(value)) return dayInShort(value);
  if (key === "way") return labelOf(WAYS, value) ?? value;
  if (key === "visitSlot") return labelOf(SLOT_HOURS, value)?.label ?? value;
  if (key === "paymentMethod") return labelOf(PAYMENT_LABEL, value) ?? value;
  return key === "status" ? capitalised(value) : beginningOf(value, SHOWN);
}

const labelOf = <Label>(labels: Record<string, Label>, key: string): Label | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined;

function valuesIn(text: string | null): Values {
  const value: unknown = text === null ? {} : JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
