import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { can } from "~/features/auth/permissions";
import { inFigures } from "~/lib/intl";
import { ListMessages } from "~/features/messages/message.schema";
import { lastArrival, listMessages, type Message } from "~/features/messages/messages.server";
import { readQuery } from "~/lib/http/read-body.server";
import { addressOf, fragmentFor, withoutQuestion } from "~/lib/http/current-url.server";
import { actOnMessages, messageQuery } from "~/features/messages/messages.actions.server";
import { listOrFailure } from "~/lib/http/load-or-error.server";
import { submitAsStaff } from "~/lib/http/form-action.server";
import { whenOf } from "~/lib/http/timestamp.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { inertWhen } from "~/components/ui/inert";
import { Pager } from "~/components/ui/pager";
import { RedBox } from "~/components/ui/error-alert";
import { Refresh } from "~/components/ui/refresh-link";
import { useAddress } from "~/components/hooks/use-current-url";
import { ConfirmDialog } from "~/components/form/confirm-dialog";
import { ErrorSummary } from "~/components/form/error-summary";
import { SelectField } from "~/components/form/field";
import { SearchBar, SearchField } from "~/components/form/search-bar";
import { useAnswer } from "~/components/form/use-action-result";
import { Awaiting } from "~/components/layout/pending-content";
import { PageHead } from "~/components/layout/page-head";
import { ClearAll } from "~/features/messages/components/clear-all";
import { MessagesTable } from "~/features/messages/components/messages-table";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

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
  const wanted = messageQuery({ ...asked, q, show });
  const found = await listOrFailure(request, ListMessages, wanted, (query) => ({
    upTo: lastArrival(staff), // before they are listed, so that nobody deletes what they have not seen
    ...listMessages(staff, query),
  }));
  const { items, pagination, failure, note, status } = found;
  const mayDelete = can(staff.role, "messages.delete");
  const mayClear = asked.confirm === "clear" && mayDelete && items.length > 0;
  const clearing = mayClear && found.pagination ? String(found.upTo) : undefined;
  if (asked.confirm && !clearing) throw withoutQuestion(request);
  const messages = items.map(view);
  return json({ messages, pagination, failure, note, q, show, clearing, mayDelete }, status);
}

const view = ({ createdAt, ...message }: Message) => ({ ...message, received: whenOf(createdAt) });

export const action = ({ request }: ActionFunctionArgs) =>
  submitAsStaff(request, async (staff, form) => {
    const toast = actOnMessages(staff, readQuery(request), form);
    const row = form.id && form.intent !== "delete" ? `message-${form.id}` : "main";
    return redirectWithToast(addressOf(request) + fragmentFor(request, row), toast);
  });

export default function MessagesPage() {
  const { messages, pagination, failure, note, q, show, clearing, mayDelete } =
    useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  const here = useAddress(["confirm"]);
  const total = pagination?.total ?? 0;
  const isFiltered = Boolean(q || show);

  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertWhen(Boolean(clearing))}>
        <PageHead title="Messages" line="What visitors ask on the contact page.">
          <Refresh to={here()} />
          <ClearAll to={here({ confirm: "clear" })} total={total} mayDelete={mayDelete} />
        </PageHead>
        <ErrorSummary
          refused={refused}
          prefix={PREFIXES[refused?.values.intent ?? ""] ?? "Delete failed: "}
        />
        <SearchBar clearTo={isFiltered ? HERE : null}>
          <SearchField defaultValue={q} placeholder="name, email, subject or message" />
          <SelectField label="Show" name="show" defaultValue={show} options={SHOW} />
        </SearchBar>
        {!mayDelete && <p className="hint">Only owners and admins can delete messages.</p>}
        {failure && <RedBox>Failed to load: {failure}</RedBox>}
        {note && <p className="hint">{note}</p>}
        {pagination && (
          <Awaiting what="same">
            <MessagesTable
              here={here()}
              messages={messages}
              total={total}
              mayDelete={mayDelete}
              isFiltered={isFiltered}
            />
            <Pager {...pagination} hrefFor={(page) => here({ page: String(page) })} />
          </Awaiting>
        )}
      </div>
      {clearing && (
        <ConfirmDialog
          question="Clear all messages? This cannot be undone."
          detail={`${total === 1 ? "1 message" : `${inFigures(total)} messages`} will be deleted.`}
          safe={{ label: "Keep messages", to: `${here()}#main` }}
          danger="Clear all"
          action={here()}
          fields={{ intent: "clear", upTo: clearing }}
        />
      )}
    </>
  );
}
