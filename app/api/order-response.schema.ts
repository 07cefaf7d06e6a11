import * as z from "zod";
import { ORDER_STATUSES } from "~/features/orders/order-status";
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
    people: z
      .object({ arrived: places, of: places })
      .optional()
      .meta({ description: "Only of a party code, whose `ticketType` is `party`" }),
  })
  .meta({ id: "GateTicket" });
export const CheckedIn = z.object({
  ticket: GateTicket,
  people: z
    .object({ admitted: places, arrived: places, of: places })
    .optional()
    .meta({ description: "Only of a party code" }),
});
