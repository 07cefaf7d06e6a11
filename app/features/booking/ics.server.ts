import type { Order } from "~/features/orders/order.types";
import { isActive } from "~/features/orders/order-status";
import { formatTickets } from "~/features/tariff/tariff.server";
import { remainingLines } from "~/features/tickets/tickets.server";
import { slotEnd, slotStart } from "~/features/slots/slot-times.server";
import { slotLabel } from "~/features/slots/slots.server";
import { addressLine } from "~/features/zoo/zoo-profile";
import { zooProfile } from "~/features/zoo/zoo-profile.server";

/** Steps in which SEQUENCE rises, so that two changes within a second differ and three years fit into an integer. */
const STEP_MS = 50;

const MAX_LINE_BYTES = 73;

export const icsMethod = ({ status }: Order) => (isActive(status) ? "PUBLISH" : "CANCEL");

/**
 * The visit as an iCalendar file (RFC 5545), or its cancellation (RFC 5546). SEQUENCE rises with each change, so
 * calendars update the event. The package `ics` does not print addresses on a host such as `[::1]` or `my_zoo`.
 */
export function toIcs(order: Order, address: string) {
  const { visitDate, visitSlot } = order;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Zoo Verse//Visit//EN",
    `METHOD:${icsMethod(order)}`,
    "BEGIN:VEVENT",
    `UID:${order.id}@zoo-verse`,
    `DTSTAMP:${toIcsDate(order.updatedAt)}`,
    `SEQUENCE:${Math.floor((order.updatedAt - order.createdAt) / STEP_MS)}`,
    `ORGANIZER;CN=${parameter(zooProfile().name)}:mailto:${zooProfile().email}`,
    `DTSTART:${toIcsDate(slotStart(visitDate, visitSlot))}`,
    `DTEND:${toIcsDate(slotEnd(visitDate, visitSlot))}`,
    `SUMMARY:${text(`${zooProfile().name}, ${slotLabel(visitSlot).toLowerCase()}`)}`,
    `LOCATION:${text(addressLine(zooProfile()))}`,
    `DESCRIPTION:${text(`Order ${order.id}: ${formatTickets(remainingLines(order))}. Your tickets: ${address}`)}`,
    `URL:${address}`,
    `STATUS:${order.status === "paid" ? "CONFIRMED" : order.status === "pending" ? "TENTATIVE" : "CANCELLED"}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

const toIcsDate = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, "");

const text = (value: string) => value.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** A parameter with anything but words is quoted, and cannot have quotes itself. */
const parameter = (value: string) =>
  /^[\w -]*$/.test(value) ? value : `"${value.replaceAll('"', "'")}"`;

/** RFC 5545 limits lines to 75 bytes, the space at the start of the next one included. */
function foldLine(line: string) {
  const lines = [""];
  for (const letter of line) {
    const isFull = Buffer.byteLength((lines.at(-1) ?? "") + letter) > MAX_LINE_BYTES;
    if (isFull) lines.push("");
    lines[lines.length - 1] += letter;
  }
  return lines.join("\r\n ");
}
