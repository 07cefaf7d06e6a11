import type { z } from "zod";
import type { Permission } from "~/domain/access";
import {
  ChangePassword,
  EditAdmin,
  ListAdmins,
  RegisterAdmin,
  SignIn,
  UpdateAccount,
} from "~/domain/admin/admin.schema";
import { CreateAnimal, EditAnimal, ListAnimals } from "~/domain/animal/animal.schema";
import { ListMessages, MarkMessage, SendMessage } from "~/domain/message/message.schema";
import { ListAvailability, ListOrders } from "~/domain/order/order.query";
import { ChangeStatus, EditOrder, PlaceOrder } from "~/domain/order/order.schema";
import { CheckIn, VerifyTicket } from "~/domain/ticket/ticket.schema";

export type Line = {
  /** What the asking person's role must allow; without it anybody may ask. Checked before anything is read. */
  needs?: Permission | "sign-in";
  query?: z.ZodType;
  body?: z.ZodType;
  status?: 200 | 201;
  message?: string;
  /** Also takes multipart/form-data with a file field `image`. */
  upload?: true;
};

/** The whole of /api/v1 on one page. Route modules answer these lines. */
export const contract = {
  "POST /admin/login": { body: SignIn, message: "Signed in" },
  "POST /admin/logout": { message: "Signed out" },
  "POST /admin/refresh": {},
  "GET /admin/current-user": { needs: "sign-in" },
  "PATCH /admin/update-account": {
    needs: "account.update",
    body: UpdateAccount,
    message: "Profile updated",
  },
  "POST /admin/change-password": {
    needs: "account.password",
    body: ChangePassword,
    message: "Password changed",
  },
  "PATCH /admin/change-password": {
    needs: "account.password",
    body: ChangePassword,
    message: "Password changed",
  },
  "POST /admin/register": {
    needs: "admins.register",
    body: RegisterAdmin,
    status: 201,
    message: "Admin created",
  },
  "GET /admin/admins": { needs: "admins.read", query: ListAdmins },
  "PATCH /admin/admins/{id}": { needs: "admins.update", body: EditAdmin, message: "Admin updated" },
  "DELETE /admin/admins/{id}": { needs: "admins.delete", message: "Admin deleted" },

  "GET /animal": { query: ListAnimals },
  "GET /animal/{id}": {},
  "POST /animal": {
    needs: "animals.write",
    body: CreateAnimal,
    upload: true,
    status: 201,
    message: "Animal created",
  },
  "PATCH /animal/{id}": {
    needs: "animals.write",
    body: EditAnimal,
    upload: true,
    message: "Animal updated",
  },
  "DELETE /animal/{id}": { needs: "animals.delete", message: "Animal deleted" },

  "POST /message": { body: SendMessage, status: 201, message: "Message sent" },
  "GET /message": { needs: "messages.read", query: ListMessages },
  "GET /message/{id}": { needs: "messages.read" },
  "PATCH /message/{id}": { needs: "messages.mark", body: MarkMessage, message: "Message updated" },
  "DELETE /message/{id}": { needs: "messages.delete", message: "Deleted" },
  "POST /message/{id}/read": { needs: "messages.mark", message: "Marked as read" },
  "POST /message/{id}/archive": { needs: "messages.mark", message: "Archived" },

  "GET /order": { needs: "orders.read", query: ListOrders },
  "POST /order": { body: PlaceOrder, status: 201, message: "Order created (pending payment)" },
  "GET /order/{id}": { needs: "orders.read" },
  "PATCH /order/{id}": { needs: "orders.update", body: EditOrder, message: "Order updated" },
  "DELETE /order/{id}": { needs: "orders.delete", message: "Order deleted" },
  "PATCH /order/{id}/status": {
    needs: "orders.update",
    body: ChangeStatus,
    message: "Order status updated",
  },
  "GET /order/table": { needs: "orders.read" },
  "GET /order/availability": { query: ListAvailability },
  "GET /order/verify": { query: VerifyTicket, message: "Ticket verified" },
  "POST /order/check-in": { needs: "tickets.check-in", body: CheckIn, message: "Ticket verified" },
} satisfies Record<string, Line>;

export type Contract = typeof contract;
