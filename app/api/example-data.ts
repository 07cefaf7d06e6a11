import type * as z from "zod";
import type { Order } from "./order-response.schema";
import type { Animal } from "./response.schema";

export const NOW = "2026-08-05T04:30:00.000Z";
const EARLIER = "2026-07-20T05:00:00.000Z";

export const NEW_ID = "06FD9M3T8Q0W5ZK7XN2RBV4CHG";
export const TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIwNkZEOSJ9.c2lnbmF0dXJl";
/** Of a visitor's own page. */
export const KEY = "4Q8ZK1T0XW7RB2N9VC5HJ3MD6F";
export const CODE = "7K2MX9QWB4T0ZC5HRV1N";

const staff = { active: true, createdAt: EARLIER, updatedAt: EARLIER };
export const OWNER = {
  _id: "06F6B1C9N04TQ8ZK2XW5RV7HJM",
  name: "Asha Rao",
  email: "asha@zoo.example",
  role: "owner",
  ...staff,
} as const;
export const EDITOR = {
  _id: "06F6B1D2V8M3KZ0QX7TWC4NRHB",
  name: "Kabir Singh",
  email: "kabir@zoo.example",
  role: "editor",
  ...staff,
} as const;

export const ANIMAL = {
  _id: "06F6B1E5H2Z9XN4QK8TWR0VCMB",
  name: "Red panda",
  title: "The shy climber",
  category: "Mammals",
  description: "Sleeps most of the day, high up in a tree.",
  imageUrl: "/photos/red-panda.webp",
  createdAt: EARLIER,
  updatedAt: EARLIER,
} satisfies z.input<typeof Animal>;

export const NEW_ANIMAL = {
  name: "Meerkat",
  title: "The sentry",
  category: "Mammals",
  description: "One of them is always on guard.",
} satisfies Partial<typeof ANIMAL>;

export const MESSAGE = {
  _id: "06F6B1F8M4Q0ZT7XK3WNRVC5HB",
  name: "Joy Das",
  email: "joy@example.org",
  subject: "Strollers",
  body: "Are the trails fit for a stroller?",
  read: false,
  archived: false,
  createdAt: EARLIER,
};

export const ORDER: z.input<typeof Order> = {
  _id: "ZV-7G01",
  visitDate: "2026-08-08",
  visitSlot: "morning",
  contact: { name: "Joy Das", email: "joy@example.org", phone: "9876543210" },
  items: [
    { ticketType: "adult", quantity: 2, unitPrice: 20, subtotal: 40 },
    { ticketType: "child", quantity: 1, unitPrice: 10, subtotal: 10 },
  ],
  subtotal: 50,
  discount: 5,
  promoCode: "ZOO10",
  totalAmount: 45,
  currency: "INR",
  paymentMethod: "upi",
  status: "pending",
  createdAt: NOW,
  updatedAt: NOW,
};

export const PAYMENT = {
  _id: "1",
  receiptNumber: 1,
  provider: "manual",
  providerPaymentId: `${ORDER._id}-1`,
  orderId: ORDER._id,
  amount: ORDER.totalAmount,
  refunded: 0,
  currency: ORDER.currency,
  method: ORDER.paymentMethod,
  review: "",
  recordedBy: OWNER.name,
  day: "2026-08-05",
  paidAt: NOW,
};

export const REFUND = {
  reference: "refund-ZV-7G01-1",
  creditNoteNumber: 1,
  amount: 9,
  state: "succeeded",
  method: "hand",
  tickets: [3],
  reason: "One child is ill",
  bankReference: "",
  day: "2026-08-05",
  requestedAt: NOW,
  endedAt: NOW,
};
