import { can, type Staff } from "~/features/auth/permissions";
import { redirectWithoutConfirm } from "~/lib/http/current-url.server";
import { loadList } from "~/lib/http/load-or-error.server";
import { readQuery } from "~/lib/http/read-body.server";
import { toTimestamp } from "~/lib/http/timestamp.server";
import { ListMessages } from "./message.schema";
import { messageQuery } from "./messages.actions.server";
import { latestSeq, listMessages, type Message } from "./messages.server";

/** The messages screen. Throws a redirect when `confirm` does not apply. */
export async function messagesView(request: Request, staff: Staff) {
  const { q = "", show = "", ...rest } = readQuery(request);
  const filters = messageQuery({ ...rest, q, show });
  const list = await loadList(request, ListMessages, filters, (query) => ({
    upTo: latestSeq(staff), // read before listing, so that Clear All deletes no later message
    ...listMessages(staff, query),
  }));
  const { items, pagination, failure, note, status } = list;
  const mayDelete = can(staff, "messages.delete");
  const mayClear = rest.confirm === "clear" && mayDelete && items.length > 0;
  const clearing = mayClear && list.pagination ? String(list.upTo) : null;
  if (rest.confirm && !clearing) throw redirectWithoutConfirm(request);
  const messages = items.map(toMessageRow);
  return { messages, pagination, failure, note, q, show, clearing, mayDelete, httpStatus: status };
}

const toMessageRow = ({ createdAt, ...message }: Message) => ({
  ...message,
  received: toTimestamp(createdAt),
});
