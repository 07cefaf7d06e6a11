import type * as z from "zod";
import type { Permission } from "~/features/auth/permissions";
import { NOT_ONESELF, OWNERS_ONLY } from "~/features/admins/admin.rules";
import * as admin from "~/features/admins/admin.schema";
import { listSearchedFields } from "~/features/animals/animal-search";
import * as animal from "~/features/animals/animal.schema";
import * as message from "~/features/messages/message.schema";
import { ListAvailability, ListOrders, ListPrices } from "~/features/orders/list/order-list.schema";
import * as order from "~/features/orders/order.schema";
import * as errors from "~/lib/error-messages";
import { ListPayments, TakingsQuery } from "~/features/takings/takings.schema";
import * as ticket from "~/features/tickets/ticket.schema";
import type { Limit } from "~/lib/http/rate-limits";
import * as booked from "./order-response.schema";
import * as money from "./payment-response.schema";
import * as out from "./response.schema";

export type Endpoint = {
  summary: string;
  description?: string;
  /** Checked before the body is read; absent: public. */
  permission?: Permission | "sign-in";
  query?: z.ZodObject;
  body?: z.ZodType;
  data: z.ZodType;
  status?: 200 | 201;
  message?: string;
  /** Also takes multipart/form-data with a file, usually named `image`. */
  upload?: true;
  idempotent?: true;
  revalidate?: true;
  limit?: Limit;
  /** Errors in addition to those that follow from the other properties. */
  errors?: { [Status in 400 | 401 | 403 | 404 | 409 | 503]?: string };
};

const PASSWORDS = {
  limit: "wrong passwords",
  permission: "account.password",
  body: admin.ChangePassword,
  data: out.Nothing,
  message: "Password changed",
  description: "Ends your other sessions.",
  errors: { 400: errors.WRONG_PASSWORD, 503: errors.TOO_MANY_SIGN_INS },
} as const;

const REFRESH = {
  body: admin.Refresh,
  data: out.AccessToken,
  description:
    "Needs the refresh cookie, or its value as `refreshToken`, and sets the next one. Using it again after half a minute ends its session. A 401 clears the cookies.",
  errors: { 400: errors.NO_REFRESH_TOKEN, 401: errors.LOGIN_REQUIRED },
} as const;

/** All endpoints of /api/v1, the source for the route modules, openapi.json and /api/docs. */
export const endpoints = {
  "POST /admin/login": {
    summary: "Sign in",
    body: admin.SignInWithCode,
    data: out.SignedIn,
    message: "Signed in",
    limit: "failed sign-ins",
    description:
      "Also sets cookies, for browsers: a short-lived access token and a refresh token of 10 days. An account with a second factor needs a `code`: without one the answer is a 401 'Enter the code from your app' whose error has the path `code`. After five wrong codes in 15 minutes it is a 429.",
    errors: {
      401: errors.WRONG_CREDENTIALS,
      403: errors.ACCOUNT_DISABLED,
      503: errors.TOO_MANY_SIGN_INS,
    },
  },
  "POST /admin/logout": {
    summary: "Sign out",
    data: out.Nothing,
    message: "Signed out",
    description:
      "Ends the session of every token and cookie that is sent, also of expired ones; also succeeds when signed out.",
  },
  "POST /admin/refresh": { summary: "Get the next access token", ...REFRESH },
  "POST /admin/refresh-token": {
    summary: "Get the next access token, by another name",
    ...REFRESH,
  },
  "GET /admin/current-user": {
    summary: "Who is signed in",
    permission: "sign-in",
    data: out.CurrentUser,
  },
  "PATCH /admin/update-account": {
    summary: "Change your own name and e-mail",
    permission: "account.update",
    body: admin.UpdateAccount,
    data: out.Admin,
    message: "Profile updated",
    errors: { 409: errors.EMAIL_TAKEN },
  },
  "POST /admin/change-password": { summary: "Change your own password", ...PASSWORDS },
  "PATCH /admin/change-password": {
    summary: "Change your own password, by another method",
    ...PASSWORDS,
  },
  "POST /admin/register": {
    summary: "Add a member of staff",
    permission: "admins.register",
    body: admin.RegisterAdmin,
    data: out.Admin,
    status: 201,
    message: "Admin created",
    errors: { 403: errors.OWNERS_REGISTER, 409: errors.EMAIL_KNOWN, 503: errors.TOO_MANY_SIGN_INS },
  },
  "GET /admin/admins": {
    summary: "List the staff",
    permission: "admins.read",
    query: admin.ListAdmins,
    data: out.Admins,
  },
  "PATCH /admin/admins/{id}": {
    summary: "Change a member of staff",
    permission: "admins.update",
    body: admin.EditAdmin,
    data: out.Admin,
    message: "Admin updated",
    description: "Only owners can change roles or edit an owner.",
    errors: { 403: OWNERS_ONLY, 409: errors.LAST_OWNER },
  },
  "DELETE /admin/admins/{id}": {
    summary: "Remove a member of staff",
    permission: "admins.delete",
    data: out.Deleted,
    message: "Admin deleted",
    errors: { 400: NOT_ONESELF, 403: errors.OWNERS_REMOVE, 409: errors.LAST_OWNER },
  },

  "GET /animal": {
    summary: "List the animals",
    query: animal.ListAnimals,
    data: out.Animals,
    revalidate: true,
    description: `\`q\` looks through ${listSearchedFields("and")}; \`category\` must match in full, ignoring case.`,
  },
  "GET /animal/{id}": { summary: "One animal", data: out.Animal, revalidate: true },
  "POST /animal": {
    summary: "Add an animal",
    permission: "animals.write",
    body: animal.CreateAnimal,
    upload: true,
    data: out.Animal,
    status: 201,
    message: "Animal created",
    description: "A file is for owners and admins, and wins over `imageUrl`.",
  },
  "PATCH /animal/{id}": {
    summary: "Change an animal",
    permission: "animals.write",
    body: animal.EditAnimal,
    upload: true,
    data: out.Animal,
    message: "Animal updated",
    description: "Absent fields stay as they are; a file is for owners and admins.",
  },
  "DELETE /animal/{id}": {
    summary: "Remove an animal",
    permission: "animals.delete",
    data: out.Deleted,
    message: "Animal deleted",
  },

  "POST /message": {
    summary: "Write to the zoo",
    body: message.SendMessage,
    data: out.Message,
    status: 201,
    message: "Message sent",
    limit: "messages",
  },
  "GET /message": {
    summary: "List the messages",
    permission: "messages.read",
    query: message.ListMessages,
    data: out.Messages,
  },
  "GET /message/{id}": { summary: "One message", permission: "messages.read", data: out.Message },
  "PATCH /message/{id}": {
    summary: "Mark a message read or archived, or not",
    permission: "messages.mark",
    body: message.MarkMessage,
    data: out.Message,
    message: "Message updated",
  },
  "DELETE /message/{id}": {
    summary: "Remove a message",
    permission: "messages.delete",
    data: out.Deleted,
    message: "Deleted",
  },
  "POST /message/{id}/read": {
    summary: "Mark a message read",
    permission: "messages.mark",
    data: out.Message,
    message: "Marked as read",
  },
  "POST /message/{id}/archive": {
    summary: "Archive a message",
    permission: "messages.mark",
    data: out.Message,
    message: "Archived",
    description: "An archived message counts as read.",
  },

  "GET /order": {
    summary: "List the orders",
    permission: "orders.read",
    query: ListOrders,
    data: out.Orders,
    description:
      "`q` looks through number, name, e-mail and payment method; `from` and `to` filter by when an order was placed.",
  },
  "POST /order": {
    summary: "Book tickets",
    body: order.PlaceOrder,
    data: booked.PlacedOrder,
    status: 201,
    message: "Order created (pending payment)",
    limit: "orders",
    idempotent: true,
    description:
      "The zoo sets every price. Places are held at once; tickets are issued when the order is paid.",
    errors: { 409: "Only 3 places left in this slot" },
  },
  "GET /order/{id}": {
    summary: "One order, with its tickets",
    permission: "orders.read",
    data: booked.OrderWithTickets,
    description: "Answers with the order's fields twice: in `order` and beside it.",
  },
  "PATCH /order/{id}": {
    summary: "Change an order",
    permission: "orders.update",
    body: order.EditOrder,
    data: booked.EditedOrder,
    message: "Order updated",
    description:
      "Absent fields stay as they are; items change only while the order is pending. Answers with the order's fields twice: in `order` and beside it.",
    errors: { 409: errors.ITEMS_FIXED },
  },
  "DELETE /order/{id}": {
    summary: "Remove an order",
    permission: "orders.delete",
    data: out.Deleted,
    message: "Order deleted",
  },
  "PATCH /order/{id}/status": {
    summary: "Mark an order paid, cancelled or refunded",
    permission: "orders.update",
    body: order.ChangeStatus,
    data: booked.OrderWithQrCodes,
    message: "Order status updated",
    description:
      "Paid issues the tickets, once; cancelled and refunded void them. Setting the current status again changes nothing.",
    errors: {
      409: "An order that is pending cannot become refunded; it can become paid or cancelled",
    },
  },
  "GET /order/{id}/payments": {
    summary: "The money that came for an order, and that went back",
    permission: "orders.read",
    data: money.OrderMoney,
  },
  "POST /order/{id}/payments": {
    summary: "A page to pay an order on",
    body: order.PayOrder,
    data: money.Checkout,
    status: 201,
    message: "Payment page opened",
    limit: "moves",
    description:
      "For staff, or for the visitor with the order's `key`. While the page is open, asking again returns the same one. The order becomes paid by itself.",
    errors: {
      401: errors.LOGIN_REQUIRED,
      409: "It is paid at the counter.",
      503: "Orders cannot be paid online here",
    },
  },
  "POST /order/{id}/refunds": {
    summary: "Refund an order, or some of its tickets",
    permission: "orders.update",
    body: order.RefundOrder,
    data: money.OrderMoney,
    status: 201,
    message: "Refunded",
    description:
      "Money from a payment provider goes back through it; other money counts as given back now. The refunded tickets are void; with `tickets` the order stays paid. Refunding them again changes nothing.",
    errors: { 409: "These are all tickets that are left: refund the order instead" },
  },
  "GET /order/table": {
    summary: "The newest 500 orders, a line each",
    permission: "orders.read",
    data: booked.OrderTable,
  },
  "GET /order/availability": {
    summary: "Places left, by day and slot",
    query: ListAvailability,
    data: booked.Availability,
    revalidate: true,
    description:
      "Both days included, 92 at most; without them the next 14. With `people`, `open` says whether so many fit together.",
  },
  "GET /order/prices": {
    summary: "What can be bought, and for how much",
    query: ListPrices,
    data: booked.Prices,
    revalidate: true,
    description:
      "For a visit on that day in that slot; without them the prices of an ordinary day. An extra takes no place and has no ticket.",
  },
  "GET /order/verify": {
    summary: "Look at a ticket",
    query: ticket.VerifyTicket,
    data: booked.GateTicket,
    message: "Ticket verified",
    limit: "unknown tickets",
    description: "Read-only; returns no personal data.",
    errors: { 404: errors.TICKET_UNKNOWN, 409: errors.TICKET_USED },
  },
  "POST /order/check-in": {
    summary: "Let a visitor in",
    permission: "tickets.check-in",
    body: ticket.CheckIn,
    data: booked.CheckedIn,
    message: "Ticket verified",
    description:
      "Uses up the ticket: only one of many scans succeeds. Another day's ticket needs `override`. A party code admits `people` of its order, in parts if need be.",
    errors: { 404: errors.TICKET_UNKNOWN, 409: errors.TICKET_USED },
  },

  "GET /payment": {
    summary: "List the payments",
    permission: "payments.read",
    query: ListPayments,
    data: money.Payments,
    description: "Newest first, with what of each has gone back.",
  },
  "GET /payment/takings": {
    summary: "Money that came and went, by day, way and member of staff",
    permission: "payments.read",
    query: TakingsQuery,
    data: money.Takings,
    description:
      "By the day it came or went. A refund counts on its own day, so that an earlier day never changes.",
  },
} satisfies Record<string, Endpoint>;

export type Contract = typeof endpoints;
