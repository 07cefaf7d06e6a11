import { zooDayIn } from "./time-zones";
import { asStaff } from "../site/staff";
import type { Zoo } from "../site/zoo";

/** A name that no other test books under. */
export const someone = () => `Visitor ${crypto.randomUUID().slice(0, 8)}`;

type Booking = Partial<{
  name: string;
  email: string;
  phone: string;
  visitDate: string;
  visitSlot: string;
  promoCode: string;
  paymentMethod: string;
  items: { ticketType: string; quantity: number }[];
}>;

/** Books as a visitor would: two adults and a child for the evening after tomorrow. */
export async function book({ url }: Pick<Zoo, "url">, booking: Booking = {}) {
  const {
    name = "Asha Rao",
    email = "asha@example.org",
    phone = "9876543210",
    ...changes
  } = booking;
  const response = await fetch(`${url}/api/v1/order`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      visitDate: zooDayIn(2),
      visitSlot: "evening",
      contact: { name, email, phone },
      items: [
        { ticketType: "adult", quantity: 2 },
        { ticketType: "child", quantity: 1 },
      ],
      paymentMethod: "upi",
      ...changes,
    }),
  });
  const { data, message } = (await response.json()) as any;
  if (!response.ok) throw new Error(message);
  return data.order as { _id: string; links: { order: string } };
}

/** Moves an order as the owner would. */
export const move = (zoo: Zoo, id: string, status: string) =>
  asStaff(zoo, "PATCH", `/order/${id}/status`, { status });
