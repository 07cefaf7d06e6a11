import { z } from "zod";
import { ROLES } from "~/domain/access";
import {
  CURRENCY,
  ORDER_STATUSES,
  PAYMENT_METHODS,
  SLOTS,
  TICKET_TYPES,
} from "~/domain/order/order.rules";

/** What /api/v1 answers. The handlers are typed by it, and openapi.json prints it (contract 2, 4 and 5). */

const id = z.string().meta({ description: "Opaque" });
const email = z.string().meta({ format: "email" });
const instant = z.string().meta({ format: "date-time", description: "UTC" });
const day = z.string().meta({ format: "date" });
const rupees = z.number().min(0).meta({ description: "Indian rupees" });
const times = { createdAt: instant, updatedAt: instant };
const slot = z.enum(SLOTS);
const ticketType = z.enum(TICKET_TYPES);
const places = z.int().min(0);
const code = z.string().meta({ description: "Opens the gate, once" });

export const Nothing = z.object({});
export const Deleted = z.object({ _id: id });

export const Admin = z
  .object({ _id: id, name: z.string(), email, role: z.enum(ROLES), active: z.boolean(), ...times })
  .meta({ id: "Admin" });
export const AccessToken = z.object({
  accessToken: z.string().meta({ description: "A JWT, good for 15 minutes" }),
});
export const SignedIn = AccessToken.extend({ admin: Admin });
export const CurrentUser = z.object({ admin: Admin });

export const Animal = z
  .object({
    _id: id,
    name: z.string(),
    title: z.string(),
    category: z.string(),
    description: z.string(),
    imageUrl: z.string().meta({ description: "Blank, a path on this site, or an https address" }),
    ...times,
  })
  .meta({ id: "Animal" });

export const Message = z
  .object({
    _id: id,
    name: z.string(),
    email: z.string().meta({ description: "Blank when none was given" }),
    subject: z.string(),
    body: z.string(),
    read: z.boolean(),
    archived: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: "Message" });

const Item = z
  .object({ ticketType, quantity: z.int().min(1), unitPrice: rupees, subtotal: rupees })
  .meta({ id: "Item" });
const Contact = z.object({ name: z.string(), email, phone: z.string() }).meta({ id: "Contact" });

export const Order = z
  .object({
    _id: id.meta({ description: "The order's number", examples: ["ZV-7F3K"] }),
    visitDate: day,
    visitSlot: slot,
    contact: Contact,
    items: z.array(Item),
    subtotal: rupees,
    discount: rupees,
    promoCode: z.string().nullable(),
    totalAmount: rupees,
    currency: z.string().meta({ const: CURRENCY }),
    paymentMethod: z.enum(PAYMENT_METHODS),
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
export const OrderWithTickets = z.object({ order: Order.extend({ tickets: z.array(Ticket) }) });
export const OrderWithQrCodes = z.object({
  order: Order,
  qrCodes: z.array(QrCode).meta({ description: "One for each ticket of a paid order, else none" }),
});

export const OrderTable = z.array(
  z
    .object({
      orderId: id,
      status: z.enum(ORDER_STATUSES),
      customer: z.string(),
      email,
      tickets: z.string().meta({ examples: ["2 adult, 1 child"] }),
      total: rupees,
      paymentMethod: z.enum(PAYMENT_METHODS),
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

const Pagination = z
  .object({
    total: z.int().min(0),
    page: z.int().min(1),
    limit: z.int().min(1),
    pages: z.int().min(1),
  })
  .meta({ id: "Pagination" });
const listOf = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), pagination: Pagination });
export const Admins = listOf(Admin);
export const Animals = listOf(Animal);
export const Messages = listOf(Message);
export const Orders = listOf(Order);

const Complaint = z
  .object({ path: z.string().meta({ examples: ["contact.email"] }), message: z.string() })
  .meta({ id: "Complaint" });
export const Failure = z
  .object({
    statusCode: z.int().min(400).max(599).meta({ description: "The same as the HTTP status" }),
    success: z.literal(false),
    message: z.string().min(1).meta({ description: "Fit to be shown to a person" }),
    data: z.null(),
    errors: z.array(Complaint),
    requestId: z.string().optional().meta({ description: "With a 500: what to tell the zoo" }),
  })
  .meta({ id: "Failure" });
