import { eq } from "drizzle-orm";
import { db } from "db/connection.server";
import { orders } from "db/schema";
import { call, send } from "../site/app";
import { anOrderBody, tomorrow } from "./factories";

/** Booking as visitors do, and what becomes of it, on one morning at the zoo. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const TODAY = "2026-08-05"; // a Wednesday
export const SLOTS = ["morning", "afternoon", "evening"] as const;
export const TYPES = ["adult", "child", "senior"] as const;
export type Slot = (typeof SLOTS)[number];

/** An instant by the clock on the zoo's wall, which is 5:30 ahead of UTC. */
export const zooTime = (day: string, time: string) => Date.parse(`${day}T${time}:00+05:30`);

export const MORNING = zooTime(TODAY, "08:00");

export const place = (changes: object = {}, headers: Record<string, string> = {}) =>
  call("POST /order", { body: { ...anOrderBody(), ...changes }, headers });
export const move = (id: string, status: string) =>
  call("PATCH /order/{id}/status", { as: "admin", params: { id }, body: { status } });
export const remove = (id: string) => call("DELETE /order/{id}", { as: "owner", params: { id } });
export const statusOf = (id: string) =>
  db.select().from(orders).where(eq(orders.id, id)).get()?.status;
export const ordersKept = () => db.select().from(orders).all().length;
export const adults = (quantity: number) => ({ items: [{ ticketType: "adult", quantity }] });

/** The booking form, as a browser sends it. */
export function postForm(fields: Record<string, string>) {
  const form = {
    intent: "book",
    date: tomorrow(),
    slot: "morning",
    adult: "1",
    child: "1",
    senior: "0",
    name: "Asha Rao",
    email: "asha@example.org",
    phone: "",
    paymentMethod: "upi",
    promoCode: "",
    ...fields,
  };
  return send("/tickets", { method: "POST", body: new URLSearchParams(form) });
}
