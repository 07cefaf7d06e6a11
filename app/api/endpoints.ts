import type * as z from "zod";
import type { Permission } from "~/features/auth/permissions";
import { NOT_ONESELF, OWNERS_ONLY } from "~/features/admins/admin.rules";
import * as admin from "~/features/admins/admin.schema";
import * as animal from "~/features/animals/animal.schema";
import * as message from "~/features/messages/message.schema";
import { ListAvailability, ListOrders } from "~/features/orders/order-list.schema";
import * as order from "~/features/orders/order.schema";
import {
  ACCOUNT_DISABLED,
  EMAIL_KNOWN,
  EMAIL_TAKEN,
  ITEMS_FIXED,
  LAST_OWNER,
  LOGIN_REQUIRED,
  OWNERS_REGISTER,
  OWNERS_REMOVE,
  TICKET_UNKNOWN,
  TICKET_USED,
  TOO_MANY_SIGN_INS,
  WRONG_CREDENTIALS,
  WRONG_PASSWORD,
} from "~/lib/error-messages";
import * as ticket from "~/features/tickets/ticket.schema";
import type { Limit } from "~/lib/http/rate-limits";
import { ELSEWHERE } from "~/lib/http/http-status";
import * as booked from "./order-response.schema";
import * as out from "./response.schema";

export type Line = {
  summary: string;
  /** What the schemas cannot say. */
  about?: string;
  /** The permission that is needed; without one anybody may ask. Checked before anything is read. */
  needs?: Permission | "sign-in";
  query?: z.ZodType;
  body?: z.ZodType;
  data: z.ZodType;
  status?: 200 | 201;
  message?: string;
  /** Also takes multipart/form-data with a file field `image`. */
  upload?: true;
  /** Takes an Idempotency-Key. */
  keyed?: true;
  /** Anybody may keep the answer, and check it again by its ETag. */
  revalidate?: true;
  limit?: Limit;
  /** Its failures, besides those that follow from the rest of the line. */
  refuses?: { [Status in 400 | 401 | 403 | 404 | 409 | 503]?: string };
};

// prettier-ignore
const PASSWORDS = { limit: "wrong passwords" as const, needs: "account.password", body: admin.ChangePassword, data: out.Nothing, message: "Password changed",
  about: "Ends your other sessions. `oldPassword` is read as `currentPassword`.",
  refuses: { 400: WRONG_PASSWORD, 503: TOO_MANY_SIGN_INS } } as const;

/** The whole of /api/v1 on one page: route modules answer these lines, openapi.json and /api/docs print them. */
// prettier-ignore
export const contract = {
  "POST /admin/login": { summary: "Sign in", body: admin.SignIn, data: out.SignedIn, message: "Signed in", limit: "failed sign-ins",
    about: "Also sets cookies, for browsers: a short-lived access token and a refresh token of 10 days.",
    refuses: { 401: WRONG_CREDENTIALS, 403: ACCOUNT_DISABLED, 503: TOO_MANY_SIGN_INS } },
  "POST /admin/logout": { summary: "Sign out", data: out.Nothing, message: "Signed out",
    about: "Ends the session of the token or cookies that are sent; also succeeds when signed out.", refuses: { 403: ELSEWHERE } },
  "POST /admin/refresh": { summary: "Get the next access token", data: out.AccessToken,
    about: "Needs the refresh cookie and sets the next one. Using a cookie again after half a minute ends its session.",
    refuses: { 401: LOGIN_REQUIRED, 403: ELSEWHERE } },
  "GET /admin/current-user": { summary: "Who is signed in", needs: "sign-in", data: out.CurrentUser },
  "PATCH /admin/update-account": { summary: "Change your own name and e-mail", needs: "account.update",
    body: admin.UpdateAccount, data: out.Admin, message: "Profile updated", refuses: { 409: EMAIL_TAKEN } },
  "POST /admin/change-password": { summary: "Change your own password", ...PASSWORDS },
  "PATCH /admin/change-password": { summary: "Change your own password, by another method", ...PASSWORDS },
  "POST /admin/register": { summary: "Add a member of staff", needs: "admins.register",
    body: admin.RegisterAdmin, data: out.Admin, status: 201, message: "Admin created",
    refuses: { 403: OWNERS_REGISTER, 409: EMAIL_KNOWN, 503: TOO_MANY_SIGN_INS } },
  "GET /admin/admins": { summary: "List the staff", needs: "admins.read", query: admin.ListAdmins, data: out.Admins },
  "PATCH /admin/admins/{id}": { summary: "Change a member of staff", needs: "admins.update",
    body: admin.EditAdmin, data: out.Admin, message: "Admin updated",
    about: "Only owners can change roles or edit an owner. `isActive`, and `status` with active, enabled or disabled, are read as `active`.",
    refuses: { 403: OWNERS_ONLY, 409: LAST_OWNER } },
  "DELETE /admin/admins/{id}": { summary: "Remove a member of staff", needs: "admins.delete", data: out.Deleted, message: "Admin deleted",
    refuses: { 400: NOT_ONESELF, 403: OWNERS_REMOVE, 409: LAST_OWNER } },

  "GET /animal": { summary: "List the animals", query: animal.ListAnimals, data: out.Animals, revalidate: true,
    about: "`q` looks through name, title, category and description; `category` must match in full, ignoring case." },
  "GET /animal/{id}": { summary: "One animal", data: out.Animal, revalidate: true },
  "POST /animal": { summary: "Add an animal", needs: "animals.write", body: animal.CreateAnimal, upload: true,
    data: out.Animal, status: 201, message: "Animal created", about: "A file is for owners and admins, and wins over `imageUrl`." },
  "PATCH /animal/{id}": { summary: "Change an animal", needs: "animals.write", body: animal.EditAnimal, upload: true,
    data: out.Animal, message: "Animal updated", about: "Absent fields stay as they are; a file is for owners and admins." },
  "DELETE /animal/{id}": { summary: "Remove an animal", needs: "animals.delete", data: out.Deleted, message: "Animal deleted" },

  "POST /message": { summary: "Write to the zoo", body: message.SendMessage, data: out.Message, status: 201, message: "Message sent",
    limit: "messages", about: "`message` is read as `body`." },
  "GET /message": { summary: "List the messages", needs: "messages.read", query: message.ListMessages, data: out.Messages },
  "GET /message/{id}": { summary: "One message", needs: "messages.read", data: out.Message },
  "PATCH /message/{id}": { summary: "Mark a message read or archived, or not", needs: "messages.mark",
    body: message.MarkMessage, data: out.Message, message: "Message updated" },
  "DELETE /message/{id}": { summary: "Remove a message", needs: "messages.delete", data: out.Deleted, message: "Deleted" },
  "POST /message/{id}/read": { summary: "Mark a message read", needs: "messages.mark", data: out.Message, message: "Marked as read" },
  "POST /message/{id}/archive": { summary: "Archive a message", needs: "messages.mark", data: out.Message, message: "Archived",
    about: "An archived message counts as read." },

  "GET /order": { summary: "List the orders", needs: "orders.read", query: ListOrders, data: out.Orders,
    about: "`q` looks through number, name, e-mail and payment method; `from` and `to` filter by when an order was placed." },
  "POST /order": { summary: "Book tickets", body: order.PlaceOrder, data: booked.PlacedOrder, status: 201,
    message: "Order created (pending payment)", limit: "orders", keyed: true,
    about: "The zoo sets every price. Places are held at once; tickets are issued when the order is paid.",
    refuses: { 409: "Only 3 places left in this slot" } },
  "GET /order/{id}": { summary: "One order, with its tickets", needs: "orders.read", data: booked.OrderWithTickets },
  "PATCH /order/{id}": { summary: "Change an order", needs: "orders.update",
    body: order.EditOrder, data: booked.OrderWithQrCodes, message: "Order updated",
    about: "Absent fields stay as they are; items change only while the order is pending.",
    refuses: { 409: ITEMS_FIXED } },
  "DELETE /order/{id}": { summary: "Remove an order", needs: "orders.delete", data: out.Deleted, message: "Order deleted" },
  "PATCH /order/{id}/status": { summary: "Mark an order paid, cancelled or refunded", needs: "orders.update",
    body: order.ChangeStatus, data: booked.OrderWithQrCodes, message: "Order status updated",
    about: "Paid issues the tickets, once; cancelled and refunded void them. Setting the current status again changes nothing.",
    refuses: { 409: "An order that is pending cannot become refunded; it can become paid or cancelled" } },
  "GET /order/table": { summary: "The newest 500 orders, a line each", needs: "orders.read", data: booked.OrderTable },
  "GET /order/availability": { summary: "Places left, by day and slot", query: ListAvailability, data: booked.Availability, revalidate: true,
    about: "Both days included, 92 at most; without them the next 14." },
  "GET /order/verify": { summary: "Look at a ticket", query: ticket.VerifyTicket, data: booked.GateTicket, message: "Ticket verified",
    limit: "unknown tickets", about: "Read-only; returns no personal data.", refuses: { 404: TICKET_UNKNOWN, 409: TICKET_USED } },
  "POST /order/check-in": { summary: "Let a visitor in", needs: "tickets.check-in", body: ticket.CheckIn, data: booked.CheckedIn, message: "Ticket verified",
    about: "Uses up the ticket: only one of many scans succeeds. Another day's ticket needs `override`.",
    refuses: { 404: TICKET_UNKNOWN, 409: TICKET_USED } },
} satisfies Record<string, Line>;

export type Contract = typeof contract;
