import { Form } from "@remix-run/react";
import type { ScreenData } from "~/lib/screen-data";
import type { messagesView } from "../messages.presenter.server";
import { Button } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmailLink } from "~/components/ui/email-text";
import { EmptyState } from "~/components/ui/empty-state";
import { listCaption } from "~/components/ui/list-caption";
import { StatusBadge } from "~/components/ui/status-badge";
import { RelativeTime } from "~/components/ui/relative-time";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { MessageText } from "./message-text";

type MessageRow = ScreenData<typeof messagesView>["messages"][number];

const COLUMNS: Column<MessageRow>[] = [
  {
    label: "Status",
    primary: true,
    cell: ({ read }) => (
      <StatusBadge tone={read ? "cancelled" : "info"}>{read ? "Read" : "New"}</StatusBadge>
    ),
  },
  {
    label: "Name",
    cell: ({ id, name }) => (
      <span id={nameId(id)} className="block lg:min-w-20 xl:min-w-28">
        {name}
      </span>
    ),
  },
  {
    label: "Email",
    cell: ({ email, subject }) =>
      email && (
        <EmailLink
          email={email}
          subject={replyTo(subject)}
          className="link block max-lg:-my-2.5 max-lg:py-2.5 lg:min-w-20 xl:min-w-24"
        />
      ),
  },
  {
    label: "Subject",
    cell: ({ id, subject, mayBeSpam }) => (
      <>
        {mayBeSpam && <StatusBadge tone="refunded">May be spam</StatusBadge>}
        {subject && (
          <div className="lg:min-w-20">
            <MessageText what="subject" from={nameId(id)}>
              {subject}
            </MessageText>
          </div>
        )}
      </>
    ),
  },
  {
    label: "Message",
    cell: ({ id, body }) => (
      <div className="lg:min-w-24 xl:min-w-44">
        <MessageText what="message" from={nameId(id)}>
          {body}
        </MessageText>
      </div>
    ),
  },
  {
    label: "Received",
    nowrap: true,
    cell: ({ received }) => <RelativeTime timestamp={received} />,
  },
];

type Props = {
  messages: MessageRow[];
  total: number;
  currentUrl: string;
  mayDelete: boolean;
  isFiltered: boolean;
};

export function MessagesTable({ messages, total, currentUrl, mayDelete, isFiltered }: Props) {
  const caption = listCaption(messages.length, total, "messages");
  const actions: Column<MessageRow> = {
    label: "Actions",
    actions: true,
    cell: (message) => (
      <MessageActions message={message} currentUrl={currentUrl} mayDelete={mayDelete} />
    ),
  };
  return (
    <DataTable
      caption={caption}
      columns={[...COLUMNS, actions]}
      rows={messages}
      idPrefix="message-"
      isStrong={({ read }) => !read}
      empty={<NoMessages isFiltered={isFiltered} />}
      sticky
    />
  );
}

const replyTo = (subject: string) =>
  subject && (/^re:/i.test(subject) ? subject : `Re: ${subject}`);

/** The element that describes a row's buttons to screen readers. */
const nameId = (id: string) => `name-of-${id}`;

const NoMessages = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState
    line={
      isFiltered
        ? "Try another word or another filter."
        : "What visitors write on the contact page appears here."
    }
  >
    No messages found.
  </EmptyState>
);

type ActionsProps = { message: MessageRow; currentUrl: string; mayDelete: boolean };

function MessageActions({ message, currentUrl, mayDelete }: ActionsProps) {
  const { id, read, archived } = message;
  const busy = useIsSubmitting({ id });
  const actions = [
    read ? { intent: "unread", label: "Mark Unread" } : { intent: "read", label: "Mark Read" },
    archived
      ? { intent: "unarchive", label: "Unarchive" }
      : { intent: "archive", label: "Archive" },
    { intent: "delete", label: "Delete" },
  ];
  return actions.map(({ intent, label }) => {
    const isDisabled = intent === "delete" && !mayDelete;
    return (
      <Form key={intent} method="post" action={currentUrl} preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <Button
          variant={intent === "delete" ? "danger-ghost" : "ghost"}
          size={36}
          name="intent"
          value={intent}
          busy={busy}
          aria-describedby={nameId(id)}
          disabled={isDisabled}
          title={isDisabled ? "No permission" : undefined}
        >
          {label}
        </Button>
      </Form>
    );
  });
}
