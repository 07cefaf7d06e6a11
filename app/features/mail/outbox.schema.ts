import type * as z from "zod";
import { choices, listQuery } from "~/lib/pagination.schema";
import { MAIL_KINDS, MAIL_STATES } from "./mail.rules";

/** What the outbox screen takes. */
export const ListOutbox = listQuery(["createdAt"]).extend({
  state: choices("state", MAIL_STATES),
  kind: choices("kind", MAIL_KINDS),
});

export type OutboxQuery = z.output<typeof ListOutbox>;
