import type { Staff } from "~/features/auth/permissions";
import type { Choice } from "~/features/capacity/capacity.rules";
import { findClosure } from "./closures.server";
import { dayInShort, dayInWords } from "~/lib/dates";
import { rupees } from "~/lib/money";
import { SLOT_HOURS } from "~/features/orders/order.rules";
import { sendsMail } from "~/env.server";
import { whenOf } from "~/lib/http/timestamp.server";

const WAY = {
  offer: "Visitors can choose a free move or a refund on their order page.",
  cancel: "Its bookings were cancelled, paid ones refunded.",
};
/** Without mail no visitor would learn of the offer. */
const TELL_THEM = sendsMail() ? "" : " No mail server is set up: please tell them yourself.";
const WORD: Record<Choice, string> = {
  waiting: "Waiting",
  stays: "Open again",
  moved: "Moved",
  cancelled: "Cancelled",
  refunded: "Refunded",
};

/** A closed day and what each of its visitors chose. Throws `not_found`. */
export function closureView(staff: Staff, id: string) {
  const closure = findClosure(staff, Number(id));
  const { visitDate, way, note, closedBy, createdAt, bookings } = closure;
  const waiting = bookings.filter(({ choice }) => choice === "waiting").length;
  const reason = note && `${note}${/[.!?]$/.test(note) ? "" : "."} `;
  return {
    title: `Closed on ${dayInWords(visitDate)}`,
    line: `${reason}${WAY[way]}${TELL_THEM} By ${closedBy}, ${whenOf(createdAt).full}.`,
    caption: `${bookings.length === 1 ? "1 booking" : `${bookings.length} bookings`}, ${waiting} waiting${toPayBack(bookings)}`,
    bookings: bookings.map(({ order, slot, choice }) => ({
      id: order.id,
      name: order.contactName,
      email: order.contactEmail,
      phone: order.contactPhone,
      people: order.ticketCount,
      slot: SLOT_HOURS[slot].label,
      total: rupees(order.totalPaise),
      choice,
      word: WORD[choice],
      movedTo:
        choice === "moved"
          ? `${dayInShort(order.visitDate)}, ${SLOT_HOURS[order.visitSlot].label.toLowerCase()}`
          : null,
    })),
  };
}

/** The money that this closure leaves staff to give back. */
function toPayBack(bookings: ReturnType<typeof findClosure>["bookings"]) {
  const owed = bookings.filter(({ isOwed }) => isOwed);
  const paise = owed.reduce((sum, { order }) => sum + order.totalPaise, 0);
  return owed.length > 0 ? `, ${owed.length} to pay back, ${rupees(paise)} in all` : "";
}
