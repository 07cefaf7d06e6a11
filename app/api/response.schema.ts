import * as z from "zod";
import type { AnimalField } from "~/features/animals/animal.rules";
import { ROLES } from "~/features/auth/roles";
import { Order } from "./order-response.schema";
import { email, id, instant, listOf, times } from "./response-fields.schema";

export const Nothing = z.object({});
export const Deleted = z.object({ _id: id });

export const Admin = z
  .object({ _id: id, name: z.string(), email, role: z.enum(ROLES), active: z.boolean(), ...times })
  .meta({ id: "Admin" });
export const AccessToken = z.object({
  accessToken: z.string().meta({ description: "A JWT, valid for 15 minutes" }),
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
    imageUrl: z.string().meta({
      description:
        "Blank, an address elsewhere, or a path on this site: as a whole address for pages of other sites",
    }),
    ...times,
  } satisfies Record<AnimalField | "_id", z.ZodType>)
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
    message: z.string().min(1).meta({ description: "Can be shown to people" }),
    data: z.null(),
    errors: z.array(Complaint),
    requestId: z
      .string()
      .optional()
      .meta({ description: "With a 500: quote it when you report the error" }),
  })
  .meta({ id: "Failure" });
