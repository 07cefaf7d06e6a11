import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { listMessages, type Message } from "~/domain/message/messages.server";
import { readQuery } from "~/http/body.server";
import { addressWithout, listed } from "~/http/listed.server";
import { actOnMessages, messageQuery, newestShown } from "~/http/message-actions.server";
import { requireStaff } from "~/http/session.server";
import { submit } from "~/http/submit.server";
import { redirectWithToast } from "~/http/toast.server";
import { whenOf } from "~/http/when.server";
import { Button, ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { ErrorSummary } from "~/ui/error-summary";
import { Field, SelectField } from "~/ui/field";
import { inertWhen } from "~/ui/inert";
import { PageHead } from "~/ui/layout/page-head";
import { MessagesTable } from "~/ui/messages-table";
import { Pager } from "~/ui/pager";
import { RedBox } from "~/ui/red-box";
import { Refresh } from "~/ui/refresh";
import { SearchBar } from "~/ui/search-bar";
import { useAddress } from "~/ui/use-address";

const HERE = "/admin/dashboard/messages";
const SHOW = [
  { value: "", label: "Inbox" },
  { value: "new", label: "New" },
  { value: "archived", label: "Archived" },
];
const PREFIXES: Record<string, string> = {
  read: "Mark read failed: ",
  unread: "Update failed: ",
  archive: "Archive failed: ",
  unarchive: "Archive failed: ",
};

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const { q = "", show = "", ...asked } = readQuery(request);
  const ask = () => messageQuery({ ...asked, q, show });
  const list = (query: ReturnType<typeof ask>) => listMessages(staff, query);
  const { items, pagination, failure, status } = await listed(request, ask, list);
  const mayDelete = can(staff.role, "messages.delete");
  const clearing = asked.confirm && mayDelete ? newestShown(staff, ask()) : null;
  return json({ messages: items.map(view), pagination, failure, q, show, clearing, mayDelete }, status);
}

const view = ({ createdAt, ...message }: Message) => ({ ...message, received: whenOf(createdAt) });

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request);
  return submit(request, async (form) => {
    const toast = actOnMessages(staff, readQuery(request), form);
    const row = form.id && form.intent !== "delete" ? `message-${form.id}` : "main";
    return redirectWithToast(`${addressWithout(request, [])}#${row}`, toast);
  });
}
