import type { Actor } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { ListMessages } from "./message.schema";
import { deleteMessages, deleteMessage, markMessage } from "./messages.server";
import { parseInput } from "~/lib/parse-input";
import { deleteOnce } from "~/lib/http/idempotent-action.server";

const PAGE_SIZE = "50";

/** The list filters for the screen's URL. `show` is empty for the inbox, `new` or `archived`. */
export function messageQuery({ q, show = "", page }: FormValues) {
  const archived = show === "archived" ? "true" : "false";
  const read = show === "new" ? "false" : "";
  return { q, page, limit: PAGE_SIZE, archived, read };
}

type Mark = [marks: { read?: boolean; archived?: boolean }, toast: string];

const MARKS = new Map<string, Mark>([
  ["read", [{ read: true }, "Marked as read"]],
  ["unread", [{ read: false }, "Marked as unread"]],
  ["archive", [{ archived: true }, "Archived"]],
  ["unarchive", [{ archived: false }, "Moved to the inbox"]],
]);

/** Returns the toast. Throws `forbidden`, `invalid` or `not_found`. */
export function handleMessageAction(
  actor: Actor,
  listFilters: FormValues,
  { intent = "", id, upTo = "" }: FormValues,
) {
  if (intent === "clear") {
    if (!/^\d+$/.test(upTo)) throw new DomainError("invalid", "Press Clear All again");
    deleteMessages(actor, parseInput(ListMessages, messageQuery(listFilters)), Number(upTo));
    return "Deleted";
  }
  if (!id) throw new DomainError("invalid", "Missing id");
  if (intent === "delete")
    return deleteOnce("message", id, () => deleteMessage(actor, id), "Deleted");
  const [marks, toast] = MARKS.get(intent) ?? [];
  if (!marks || !toast) throw new DomainError("invalid", "Unknown action");
  markMessage(actor, id, marks);
  return toast;
}
