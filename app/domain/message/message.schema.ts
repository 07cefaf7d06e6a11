import { z } from "zod";
import { emailAddress } from "../email-address";
import { choices, listQuery } from "../listing";
import { LONGEST, NOT_TEXT, TEXT, tooLong } from "../text";

const NEEDED = "Name and message are required";
const NO_EMAIL = "Enter a valid email.";

const needed = (limit: number) =>
  z.string(NEEDED).trim().min(1, NEEDED).max(limit, tooLong(limit)).regex(TEXT, NOT_TEXT);
const optional = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit, tooLong(limit))
    .regex(TEXT, NOT_TEXT)
    .nullish()
    .transform((typed) => typed ?? "");
const email = optional(LONGEST.email).pipe(
  z.union([z.literal(""), emailAddress(NO_EMAIL)], NO_EMAIL),
);

const words = {
  name: needed(LONGEST.name),
  email,
  subject: optional(LONGEST.subject),
  body: needed(LONGEST.text),
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
export const ContactForm = z.object({
  ...words,
  email: z.string().trim().min(1, "Email is required").pipe(emailAddress(NO_EMAIL)),
});

export type NewMessage = z.output<typeof ContactForm>;

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
