import { formatCount, formatPart } from "~/lib/intl";
import type { Staff } from "~/features/auth/permissions";
import type { VisitorChoice } from "~/features/capacity/capacity.rules";
import { dateOverrides } from "~/features/capacity/capacity.server";
import { findClosure, latestClosure } from "./closures.server";
import { formatShortDate, formatLongDate } from "~/lib/dates";
import { refundPaise } from "~/features/tickets/people-inside.server";
import { withLines } from "~/features/orders/orders.server";
import { formatRupees } from "~/lib/money";
import { isMailConfigured } from "~/env.server";
import { toTimestamp } from "~/lib/http/timestamp.server";
import { slotLabel } from "~/features/slots/slots.server";

const WAY = {
  offer: "Visitors can choose a free move or a refund on their order page.",
  cancel: "Its bookings were cancelled, paid ones refunded.",
};
const NO_MAIL_NOTE = isMailConfigured()
  ? ""
  : " No mail server is set up: please tell them yourself.";
const CHOICE_LABELS: Record<VisitorChoice, string> = {
  waiting: "Waiting",
  stays: "Open again",
  inside: "Inside",
  moved: "Moved",
  cancelled: "Cancelled",
  refunded: "Refunded",
};

export function closureView(staff: Staff, id: string) {
  const closure = findClosure(staff, Number(id));
  const { visitDate, resolution, closedBy, createdAt, bookings } = closure;
  const { note, publicReason } = currentTexts(closure);
  const waiting = bookings.filter(({ choice }) => choice === "waiting").length;
  const texts = [publicReason && `Visitors read: ${publicReason}`, note]
    .filter(Boolean)
    .map((text) => `${text}${/[.!?]$/.test(text) ? "" : "."} `)
    .join("");
  return {
    title: `Closed on ${formatLongDate(visitDate)}`,
    line: `${texts}${WAY[resolution]}${NO_MAIL_NOTE} By ${closedBy}, ${toTimestamp(createdAt).full}.`,
    caption: `${formatCount(bookings.length, "booking")}, ${waiting} waiting${toPayBack(bookings)}`,
    bookings: bookings.map(({ order, slot, choice, outside }) => ({
      id: order.id,
      name: order.contactName,
      email: order.contactEmail,
      phone: order.contactPhone,
      people: formatPart(outside, order.ticketCount),
      slot: slotLabel(slot),
      total: formatRupees(order.totalPaise),
      choice,
      choiceLabel: CHOICE_LABELS[choice],
      movedTo:
        choice === "moved"
          ? `${formatShortDate(order.visitDate)}, ${slotLabel(order.visitSlot).toLowerCase()}`
          : null,
    })),
  };
}

/** The newest closure of a day has the texts of the day, which staff can correct. */
function currentTexts({ id, visitDate, note }: ReturnType<typeof findClosure>) {
  const isNewest = latestClosure(visitDate)?.id === id;
  if (!isNewest) return { note, publicReason: "" };
  const current = dateOverrides(visitDate);
  return { ...current, note: current.note || note };
}

function toPayBack(bookings: ReturnType<typeof findClosure>["bookings"]) {
  const owed = withLines(bookings.filter(({ isOwed }) => isOwed).map(({ order }) => order));
  const paise = owed.reduce((sum, order) => sum + refundPaise(order), 0);
  return owed.length > 0 ? `, ${owed.length} to pay back, ${formatRupees(paise)} in all` : "";
}
