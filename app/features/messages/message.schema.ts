import * as z from "zod";
import { enumList, paginationQuery } from "~/lib/pagination.schema";
import { MAX_LENGTH } from "~/lib/text-limits";
import {
  emailSchema,
  requiredEmail,
  requiredText,
  NO_EMAIL,
  optionalText,
  text,
} from "~/lib/text-fields.schema";

const NEEDED = "Name and message are required";

const optional = (limit: number) => text(limit).nullish().transform(optionalText);
const email = optional(MAX_LENGTH.email).pipe(
  z.union([z.literal(""), emailSchema(NO_EMAIL)], NO_EMAIL),
);

const messageFields = {
  name: requiredText(NEEDED, MAX_LENGTH.name),
  email,
  subject: optional(MAX_LENGTH.subject),
  body: requiredText(NEEDED, MAX_LENGTH.text),
};

/** A message as clients send it; its text is `body`, also read as `message`. */
export const SendMessage = z.preprocess(
  (sent) =>
    typeof sent === "object" && sent !== null && "message" in sent && !("body" in sent && sent.body)
      ? { ...sent, body: sent.message }
      : sent,
  z.object(messageFields),
);

/** The contact form requires an e-mail address, so that staff can reply. */
export const ContactInput = z.object({
  ...messageFields,
  email: requiredEmail("Email is required"),
});

export type NewMessage = z.output<typeof ContactInput>;

const YES_NO = ["true", "false"] as const;

export const ListMessages = paginationQuery(["createdAt", "name", "email"]).extend({
  read: enumList("read", YES_NO),
  archived: enumList("archived", YES_NO),
});

export type MessageQuery = z.output<typeof ListMessages>;

const yesNo = (name: string) => z.boolean(`${name} must be true or false`).optional();

export const MarkMessage = z.object({ read: yesNo("read"), archived: yesNo("archived") });
export type MessageMarks = z.output<typeof MarkMessage>;
