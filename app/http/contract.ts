import type { z } from "zod";
import { SignIn } from "~/domain/admin/admin.schema";
import { ListAnimals } from "~/domain/animal/animal.schema";
import { ListOrders } from "~/domain/order/order.query";
import { ChangeStatus, PlaceOrder } from "~/domain/order/order.schema";
import { CheckIn, VerifyTicket } from "~/domain/ticket/ticket.schema";

export type Line = { query?: z.ZodType; body?: z.ZodType; status?: 200 | 201; message?: string };

/** The whole of /api/v1 on one page. Route modules answer these lines. */
export const contract = {
  "POST /admin/login": { body: SignIn, message: "Signed in" },
  "POST /admin/logout": { message: "Signed out" },
  "POST /admin/refresh": {},
  "GET /admin/current-user": {},

  "GET /animal": { query: ListAnimals },
  "GET /animal/{id}": {},

  "GET /order": { query: ListOrders },
  "POST /order": { body: PlaceOrder, status: 201, message: "Order created (pending payment)" },
  "GET /order/{id}": {},
  "PATCH /order/{id}/status": { body: ChangeStatus, message: "Order status updated" },
  "GET /order/verify": { query: VerifyTicket, message: "Ticket verified" },
  "POST /order/check-in": { body: CheckIn, message: "Ticket verified" },
} satisfies Record<string, Line>;

export type Contract = typeof contract;
