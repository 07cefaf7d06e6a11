import { SLOT_HOURS, ticketText } from "~/features/orders/order.rules";
import type { Order } from "~/features/orders/orders.server";
import { slotEnd, slotStart } from "~/lib/time-zone.server";

/** The visit as an iCalendar file (RFC 5545). Moving it later makes a newer version of the same event. */
export function calendarOf(order: Order, address: string) {
  const { visitDate, visitSlot } = order;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Zoo Verse//Visit//EN",
    "BEGIN:VEVENT",
    `UID:${order.id}@zoo-verse`,
    `DTSTAMP:${stamp(order.updatedAt)}`,
    `SEQUENCE:${Math.floor((order.updatedAt - order.createdAt) / 1000)}`,
    `DTSTART:${stamp(slotStart(visitDate, visitSlot))}`,
    `DTEND:${stamp(slotEnd(visitDate, visitSlot))}`,
    `SUMMARY:${text(`Zoo Verse, ${SLOT_HOURS[visitSlot].label.toLowerCase()}`)}`,
    `DESCRIPTION:${text(`Order ${order.id}: ${ticketText(order.lines)}. Your tickets: ${address}`)}`,
    `URL:${address}`,
    `STATUS:${order.status === "paid" ? "CONFIRMED" : order.status === "pending" ? "TENTATIVE" : "CANCELLED"}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, "");

const text = (value: string) => value.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** No line is longer than 75 bytes, and all of it is ASCII; what follows starts with a blank. */
const folded = (line: string) => line.replace(/(.{73})(?=.)/gu, "$1\r\n ");
