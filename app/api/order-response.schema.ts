import * as z from "zod";
import { ORDER_STATUSES } from "~/features/orders/order-status";
import {
  PAYMENT_SOURCES,
  REFUND_STATES,
  REFUND_WAYS,
  REVIEWS,
} from "~/features/payments/payment.rules";
import { PAYMENT_METHOD_IDS } from "~/features/orders/payment-methods";
import { email, id, instant, times } from "./response-fields.schema";
import { CURRENCY } from "~/lib/money";
import { offeredSlotIds } from "~/features/slots/slots.server";
import { tariff } from "~/features/tariff/tariff.server";

const day = z.string().meta({ format: "date" });
const rupees = z.number().min(0).meta({ description: "Indian rupees" });
const slot = z
  .string()
  .meta({ override: ({ jsonSchema }) => void (jsonSchema.enum = offeredSlotIds()) });
const ticketType = z.string().meta({
  override: ({ jsonSchema }) => void (jsonSchema.enum = tariff().types.map(({ id }) => id)),
});
const places = z.int().min(0);
const code = z.string().meta({ description: "Admits one person, once" });

const Item = z
  .object({
    ticketType,
    quantity: z.int().min(1),
    unitPrice: rupees,
    subtotal: rupees,
    priceRule: z.string().optional().meta({ description: "Which set the price, if one did" }),
  })
  .meta({ id: "Item" });
const emailOrErased = z
  .union([email, z.literal("")])
  .meta({ description: "Empty after the contact data was erased" });
const Contact = z
  .object({ name: z.string(), email: emailOrErased, phone: z.string() })
  .meta({ id: "Contact" });

export const Order = z
  .object({
    _id: id.meta({ description: "The order's number", examples: ["ZV-7G3K"] }),
    visitDate: day,
    visitSlot: slot,
    contact: Contact,
    items: z.array(Item),
    subtotal: rupees,
    discount: rupees,
    promoCode: z.string().nullable(),
    totalAmount: rupees,
    currency: z.string().meta({ const: CURRENCY }),
    paymentMethod: z.enum(PAYMENT_METHOD_IDS),
    status: z.enum(ORDER_STATUSES),
    ...times,
  })
  .meta({ id: "Order" });

const Ticket = z
  .object({
    code,
    number: z.int().min(1).meta({ description: "Within its order" }),
    ticketType,
    usedAt: instant.nullable(),
  })
  .meta({ id: "Ticket" });
const QrCode = z
  .object({
    code,
    ticketType,
    dataUrl: z
      .string()
      .meta({ pattern: "^data:image/png;base64,", description: "A picture of the QR code" }),
  })
  .meta({ id: "QrCode" });

const link = z.string().meta({ format: "uri", description: "The visitor's own page: a secret" });
export const PlacedOrder = z.object({ order: Order.extend({ links: z.object({ order: link }) }) });
const qrCodes = z
  .array(QrCode)
  .meta({ description: "One for each ticket of a paid order, else none" });
const OrderAndTickets = Order.extend({ tickets: z.array(Ticket) });
export const OrderWithTickets = OrderAndTickets.extend({ order: OrderAndTickets, qrCodes });
export const OrderWithQrCodes = z.object({ order: Order, qrCodes });
export const EditedOrder = Order.extend(OrderWithQrCodes.shape);

const localDay = day.meta({ description: "Of the zoo, in whose takings it counts" });
const Payment = z
  .object({
    receiptNumber: z.int().min(1),
    provider: z.enum(PAYMENT_SOURCES).meta({ description: "`manual`: taken by staff" }),
    reference: z.string().meta({ description: "The provider's, or the bank's" }),
    amount: rupees,
    currency: z.string().meta({ const: CURRENCY }),
    method: z.string().meta({ examples: ["upi"] }),
    review: z.enum(REVIEWS).meta({ description: "Why staff must decide about it; empty: nothing" }),
    day: localDay,
    paidAt: instant,
  })
  .meta({ id: "Payment" });
const Refund = z
  .object({
    reference: z.string().meta({ examples: ["refund-ZV-7G3K-1"] }),
    creditNoteNumber: z.int().min(1).nullable(),
    amount: rupees,
    state: z.enum(REFUND_STATES),
    method: z.enum(REFUND_WAYS),
    tickets: z
      .array(z.int().min(1))
      .meta({ description: "Numbers of single tickets; empty: of the order" }),
    reason: z.string(),
    bankReference: z.string(),
    day: localDay.nullable(),
    requestedAt: instant,
    endedAt: instant.nullable(),
  })
  .meta({ id: "Refund" });
export const OrderMoney = z.object({ payments: z.array(Payment), refunds: z.array(Refund) });

export const OrderTable = z.array(
  z
    .object({
      orderId: id,
      status: z.enum(ORDER_STATUSES),
      customer: z.string(),
      email: emailOrErased,
      tickets: z.string().meta({ examples: ["2 adult, 1 child"] }),
      total: rupees,
      paymentMethod: z.enum(PAYMENT_METHOD_IDS),
      placedTime: instant,
    })
    .meta({ id: "OrderLine" }),
);

export const Availability = z.array(
  z
    .object({
      visitDate: day,
      visitSlot: slot,
      capacity: places.meta({ description: "0: closed" }),
      booked: places,
      left: places,
      open: z.boolean().meta({ description: "Can be booked now" }),
    })
    .meta({ id: "SlotPlaces" }),
);

export const Prices = z.array(
  z
    .object({
      ticketType,
      label: z.string(),
      note: z.string().meta({ examples: ["5–12 years"] }),
      price: rupees,
      priceRule: z
        .string()
        .nullable()
        .meta({ examples: ["Weekend"] }),
      takesPlace: z.boolean().meta({ description: "Else it is an extra" }),
      needsAdult: z.boolean(),
      mostPerOrder: z.int().min(1),
    })
    .meta({ id: "Price" }),
);

export const GateTicket = z
  .object({
    valid: z.boolean(),
    status: z.enum(["valid", "used", "void"]),
    ticketType,
    orderId: id,
    visitDate: day,
    visitSlot: slot,
    usedAt: instant.nullable(),
  })
  .meta({ id: "GateTicket" });
export const CheckedIn = z.object({ ticket: GateTicket });
