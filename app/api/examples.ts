import { BLANK_ANIMAL } from "~/features/animals/animal.rules";
import { pick } from "~/lib/pick";
import type { Contract } from "./endpoints";
import {
  ANIMAL,
  CODE,
  EDITOR,
  KEY,
  MESSAGE,
  NEW_ANIMAL,
  NEW_ID,
  NOW,
  ORDER,
  OWNER,
  PAYMENT,
  REFUND,
  TOKEN,
} from "./example-data";

export type Example = {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: object;
  data: unknown;
};

const listOf = (item: object, limit = 20) => ({
  items: [item],
  pagination: { total: 1, page: 1, limit, pages: 1 },
});
const byId = ({ _id }: { _id: string }) => ({ params: { id: _id } });

const changed = { updatedAt: NOW };
const added = { _id: NEW_ID, createdAt: NOW, updatedAt: NOW };
const newcomer = { name: "Meera Iyer", email: "meera@zoo.example" };
const PASSWORDS = {
  body: { currentPassword: "lantana-hedge-4", newPassword: "banyan-shade-7" },
  data: {},
};

const REFRESHED = { body: {}, data: { accessToken: TOKEN } };

const { _id: orderId, visitDate, visitSlot } = ORDER;
const atGate = { ticketType: "adult", orderId, visitDate, visitSlot };
const QR_CODES = ["adult", "adult", "child"].map((ticketType) => ({
  code: CODE,
  ticketType,
  dataUrl: "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg",
}));

const PAID_ORDER = {
  ...ORDER,
  status: "paid",
  tickets: QR_CODES.map(({ code, ticketType }, index) => ({
    code,
    number: index + 1,
    ticketType,
    usedAt: null,
  })),
};
const MOVED_ORDER = {
  ...ORDER,
  visitSlot: "evening",
  contact: { ...ORDER.contact, phone: "9000000000" },
};

const TODAY = NOW.slice(0, 10);
const TAKEN = {
  came: ORDER.totalAmount,
  went: 0,
  returned: 0,
  net: ORDER.totalAmount,
};

/** One request and response per endpoint, printed in the documentation and validated by a test. */
export const examples = {
  "POST /admin/login": {
    body: { email: OWNER.email, password: "lantana-hedge-4" },
    data: { admin: OWNER, accessToken: TOKEN },
  },
  "POST /admin/logout": { data: {} },
  "POST /admin/refresh": REFRESHED,
  "POST /admin/refresh-token": REFRESHED,
  "GET /admin/current-user": { data: { admin: OWNER } },
  "PATCH /admin/update-account": {
    body: { name: "Asha R. Rao", email: OWNER.email },
    data: { ...OWNER, name: "Asha R. Rao", ...changed },
  },
  "POST /admin/change-password": PASSWORDS,
  "PATCH /admin/change-password": PASSWORDS,
  "POST /admin/register": {
    body: { ...newcomer, password: "gulmohar-3", role: "editor" },
    data: { ...EDITOR, ...newcomer, ...added },
  },
  "GET /admin/admins": { query: { role: "editor", sort: "name" }, data: listOf(EDITOR) },
  "PATCH /admin/admins/{id}": {
    ...byId(EDITOR),
    body: { active: false },
    data: { ...EDITOR, active: false, ...changed },
  },
  "DELETE /admin/admins/{id}": { ...byId(EDITOR), data: { _id: EDITOR._id } },

  "GET /animal": { query: { q: "panda", limit: 12 }, data: listOf(ANIMAL, 12) },
  "GET /animal/{id}": { ...byId(ANIMAL), data: ANIMAL },
  "POST /animal": {
    body: NEW_ANIMAL,
    data: { ...BLANK_ANIMAL, ...NEW_ANIMAL, ...added },
  },
  "PATCH /animal/{id}": {
    ...byId(ANIMAL),
    body: { title: "The one with the tail" },
    data: { ...ANIMAL, title: "The one with the tail", ...changed },
  },
  "DELETE /animal/{id}": { ...byId(ANIMAL), data: { _id: ANIMAL._id } },

  "POST /message": {
    body: pick(MESSAGE, ["name", "email", "subject", "body"]),
    data: { ...MESSAGE, _id: NEW_ID, createdAt: NOW },
  },
  "GET /message": { query: { q: "stroller", archived: "false" }, data: listOf(MESSAGE) },
  "GET /message/{id}": { ...byId(MESSAGE), data: MESSAGE },
  "PATCH /message/{id}": {
    ...byId(MESSAGE),
    body: { read: true },
    data: { ...MESSAGE, read: true },
  },
  "DELETE /message/{id}": { ...byId(MESSAGE), data: { _id: MESSAGE._id } },
  "POST /message/{id}/read": { ...byId(MESSAGE), data: { ...MESSAGE, read: true } },
  "POST /message/{id}/archive": {
    ...byId(MESSAGE),
    data: { ...MESSAGE, read: true, archived: true },
  },

  "GET /order": {
    query: { status: "pending,paid", q: "joy", sort: "-visitDate" },
    data: listOf(ORDER),
  },
  "POST /order": {
    body: {
      ...pick(ORDER, ["visitDate", "visitSlot", "contact"]),
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
        links: { order: `https://zoo.example/order/ZV-7G01/${KEY}` },
      },
    },
  },
  "GET /order/{id}": {
    ...byId(ORDER),
    data: { ...PAID_ORDER, order: PAID_ORDER, qrCodes: QR_CODES },
  },
  "PATCH /order/{id}": {
    ...byId(ORDER),
    body: { visitSlot: "evening", contact: { phone: "9000000000" } },
    data: { ...MOVED_ORDER, order: MOVED_ORDER, qrCodes: [] },
  },
  "DELETE /order/{id}": { ...byId(ORDER), data: { _id: ORDER._id } },
  "PATCH /order/{id}/status": {
    ...byId(ORDER),
    body: { status: "paid" },
    data: { order: { ...ORDER, status: "paid" }, qrCodes: QR_CODES },
  },
  "GET /order/{id}/payments": { ...byId(ORDER), data: { payments: [PAYMENT], refunds: [] } },
  "POST /order/{id}/payments": {
    ...byId(ORDER),
    body: { key: KEY },
    data: {
      url: "https://zoo.example/pay/go/9TQ4ZK1T0XW7RB2N9VC5HJ3MD6",
      expiresAt: "2026-08-06T04:18:00.000Z",
      amount: ORDER.totalAmount,
      currency: "INR",
    },
  },
  "POST /order/{id}/refunds": {
    ...byId(ORDER),
    body: { tickets: [3], reason: "One child is ill" },
    data: { payments: [{ ...PAYMENT, refunded: REFUND.amount }], refunds: [REFUND] },
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
    data: ["morning", "afternoon", "evening"].map((visitSlot) => {
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
  "GET /order/prices": {
    query: { date: ORDER.visitDate, slot: ORDER.visitSlot },
    data: [
      ["adult", "Adult", 20],
      ["child", "Child", 10],
      ["senior", "Senior", 15],
    ].map(([ticketType, label, price]) => ({
      ticketType,
      label,
      note: ticketType === "senior" ? "senior discount" : "",
      price,
      priceRule: null,
      takesPlace: true,
      needsAdult: false,
      mostPerOrder: 10,
    })),
  },
  "GET /order/verify": {
    query: { code: CODE },
    data: { valid: true, status: "valid", ...atGate, usedAt: null },
  },
  "POST /order/check-in": {
    body: { code: CODE, override: true },
    data: { ticket: { valid: false, status: "used", ...atGate, usedAt: NOW } },
  },

  "GET /payment": {
    query: { from: TODAY, provider: "manual" },
    data: listOf(PAYMENT),
  },
  "GET /payment/takings": {
    query: { from: TODAY, to: TODAY },
    data: {
      from: TODAY,
      to: TODAY,
      total: TAKEN,
      days: [{ day: TODAY, ...TAKEN, locked: false }],
      ways: [{ source: "manual", method: ORDER.paymentMethod, ...TAKEN }],
      staff: [{ name: OWNER.name, ...TAKEN }],
    },
  },
} satisfies Record<keyof Contract, Example>;
