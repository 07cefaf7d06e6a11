import type * as z from "zod";
import { enumList, paginationQuery } from "~/lib/pagination.schema";
import { MAIL_KINDS, MAIL_STATES } from "./mail.rules";

export const ListOutbox = paginationQuery(["createdAt"]).extend({
  state: enumList("state", MAIL_STATES),
  kind: enumList("kind", MAIL_KINDS),
});

export type OutboxQuery = z.output<typeof ListOutbox>;
