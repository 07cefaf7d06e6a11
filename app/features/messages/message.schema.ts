import * as z from "zod";
import { choices, listQuery } from "~/lib/pagination.schema";
import { LONGEST } from "~/lib/text-limits";
import {
  emailAddress,
  neededEmail,
  neededText,
  NO_EMAIL,
  orEmpty,
  text,
} from "~/lib/text-fields.schema";

const NEEDED = "Name and message are required";

const optional = (limit: number) => text(limit).nullish().transform(orEmpty);
const email = optional(LONGEST.email).pipe(
  z.union([z.literal(""), emailAddress(NO_EMAIL)], NO_EMAIL),
);

const words = {
  name: neededText(NEEDED, LONGEST.name),
  email,
  subject: optional(LONGEST.subject),
  body: neededText(NEEDED, LONGEST.text),
};

/** A message as clients send it; its text is `body`, also read as `message` (contract 4). */
export const SendMessage = z.preprocess(
  (sent) =>
    typeof sent === "object" && sent !== null && "message" in sent && !("body" in sent && sent.body)
      ? { ...sent, body: sent.message }
      : sent,
  z.object(words),
);

/** The contact form asks for an e-mail address too, because the zoo answers there. */
export const ContactInput = z.object({
  ...words,
  email: neededEmail("Email is required"),
});

export type NewMessage = z.output<typeof ContactInput>;

const YES_NO = ["true", "false"] as const;

/** What GET /message takes. */
export const ListMessages = listQuery(["createdAt", "name", "email"]).extend({
  read: choices("read", YES_NO),
  archived: choices("archived", YES_NO),
});

export type MessageQuery = z.output<typeof ListMessages>;

const yesNo = (name: string) => z.boolean(`${name} must be true or false`).optional();

export const MarkMessage = z.object({ read: yesNo("read"), archived: yesNo("archived") });
export type MessageMarks = z.output<typeof MarkMessage>;
