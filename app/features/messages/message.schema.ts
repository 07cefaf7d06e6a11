import * as z from "zod";
import { enumList, paginationQuery } from "~/lib/pagination.schema";
import { withAlias } from "~/lib/parse-input";
import { MAX_LENGTH } from "~/lib/text-limits";
import {
  emailFilter,
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
export const SendMessage = withAlias("message", "body", z.object(messageFields));

/** The contact form requires an e-mail address, so that staff can reply. */
export const ContactInput = z.object({
  ...messageFields,
  email: requiredEmail("Email is required"),
});

export type NewMessage = z.output<typeof ContactInput>;

const YES_NO = ["true", "false"] as const;

/** What `read` and `archived` come to. */
const MESSAGE_STATUSES = ["new", "read", "archived"] as const;
export type MessageMarks = { read?: boolean | undefined; archived?: boolean | undefined };
const STATUS_MARKS = {
  new: { read: false, archived: false },
  read: { read: true, archived: false },
  archived: { archived: true },
};

export const ListMessages = paginationQuery(["createdAt", "name", "email"]).extend({
  read: enumList("read", YES_NO),
  archived: enumList("archived", YES_NO),
  status: enumList("status", MESSAGE_STATUSES),
  email: emailFilter.default(""),
});

export type MessageQuery = z.output<typeof ListMessages>;

const yesNo = (name: string) => z.boolean(`${name} must be true or false`).optional();

export const MarkMessage = z
  .object({
    read: yesNo("read"),
    archived: yesNo("archived"),
    status: z
      .enum(MESSAGE_STATUSES, `status must be ${MESSAGE_STATUSES.join(", ")}`)
      .optional()
      .meta({ description: "Both in one; what is sent beside it counts more" }),
  })
  .transform(({ status, read, archived }): MessageMarks => {
    const marks: MessageMarks = status ? STATUS_MARKS[status] : {};
    return { read: read ?? marks.read, archived: archived ?? marks.archived };
  });
