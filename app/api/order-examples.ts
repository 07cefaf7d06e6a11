import type { Contract } from "./endpoints";
import { byId, singleItemPage, type ExampleOf } from "./example";
import { CODE, NOW, ORDER } from "./example-data";

const ticket = { ticketType: "adult", orderId: ORDER._id, visitSlot: "morning" } as const;
const atGate = { ...ticket, visitDate: ORDER.visitDate };
const qrCode = { code: CODE, dataUrl: "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg" };
const QR_CODES = (["adult", "adult", "child"] as const).map((ticketType) => ({
  ...qrCode,
  ticketType,
}));

type OrderLine = Extract<keyof Contract, `${string} /order${string}`>;

export const orderExamples: { [Key in OrderLine]: ExampleOf<Key> } = {
  "GET /order": {
    query: { status: "pending,paid", q: "joy", sort: "-visitDate" },
    data: singleItemPage(ORDER),
  },
  "POST /order": {
    body: {
      visitDate: ORDER.visitDate,
      visitSlot: ORDER.visitSlot,
      contact: ORDER.contact,
      items: [
        { ticketType: "adult", quantity: 2 },
        { ticketType: "child", quantity: 1 },
      ],
      paymentMethod: "upi",
      promoCode: "ZOO10",
    },
    data: {
      order: {
        ...ORDER,
        links: { order: "https://zoo.example/order/ZV-7G01/4Q8ZK1T0XW7RB2N9VC5HJ3MD6F" },
      },
    },
  },
  "GET /order/{id}": {
    ...byId(ORDER),
    data: {
      order: {
        ...ORDER,
        status: "paid",
        tickets: QR_CODES.map(({ code, ticketType }, index) => ({
          code,
          number: index + 1,
          ticketType,
          usedAt: null,
        })),
      },
      qrCodes: QR_CODES,
    },
  },
  "PATCH /order/{id}": {
    ...byId(ORDER),
    body: { visitSlot: "evening", contact: { phone: "9000000000" } },
    data: {
      order: { ...ORDER, visitSlot: "evening", contact: { ...ORDER.contact, phone: "9000000000" } },
      qrCodes: [],
    },
  },
  "DELETE /order/{id}": { ...byId(ORDER), data: { _id: ORDER._id } },
  "PATCH /order/{id}/status": {
    ...byId(ORDER),
    body: { status: "paid" },
    data: { order: { ...ORDER, status: "paid" }, qrCodes: QR_CODES },
  },
  "GET /order/table": {
    data: [
      {
        orderId: ORDER._id,
        status: ORDER.status,
        customer: ORDER.contact.name,
        email: ORDER.contact.email,
        tickets: "2 adult, 1 child",
        total: ORDER.totalAmount,
        paymentMethod: ORDER.paymentMethod,
        placedTime: ORDER.createdAt,
      },
    ],
  },
  "GET /order/availability": {
    query: { from: ORDER.visitDate, to: ORDER.visitDate },
    data: (["morning", "afternoon", "evening"] as const).map((visitSlot) => {
      const booked = visitSlot === ORDER.visitSlot ? 3 : 0;
      return {
        visitDate: ORDER.visitDate,
        visitSlot,
        capacity: 500,
        booked,
        left: 500 - booked,
        open: true,
      };
    }),
  },
  "GET /order/verify": {
    query: { code: CODE },
    data: { valid: true, status: "valid", ...atGate, usedAt: null },
  },
  "POST /order/check-in": {
    body: { code: CODE, override: true },
    data: { ticket: { valid: false, status: "used", ...atGate, usedAt: NOW } },
  },
};
