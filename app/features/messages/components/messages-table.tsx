import { Form } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import { EmailLink } from "~/components/ui/email-text";
import { EmptyState } from "~/components/ui/empty-state";
import { listCaption } from "~/components/ui/list-caption";
import { StatusBadge } from "~/components/ui/status-badge";
import { RelativeTime, type Timestamp } from "~/components/ui/relative-time";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { MessageText } from "./message-text";

type MessageRow = {
  id: string;
  name: string;
  email: string;
  subject: string;
  body: string;
  read: boolean;
  archived: boolean;
  received: Timestamp;
};

const COLUMNS = [
  { key: "status", label: "Status" },
  { key: "name", label: "Name" },
  { key: "email", label: "Email" },
  { key: "subject", label: "Subject" },
  { key: "message", label: "Message" },
  { key: "received", label: "Received" },
  { key: "actions", label: "Actions", hidden: true },
] as const;

type Props = {
  messages: MessageRow[];
  total: number;
  /** The URL with the filters. */
  currentUrl: string;
  mayDelete: boolean;
  isFiltered: boolean;
};

export function MessagesTable({ messages, total, currentUrl, mayDelete, isFiltered }: Props) {
  const caption = listCaption(messages.length, total, "messages");
  return (
    <div className="sticky-heads">
      <DataTable caption={caption} columns={COLUMNS} empty={<NoMessages isFiltered={isFiltered} />}>
        {messages.map((message) => (
          <Row key={message.id} id={`message-${message.id}`} strong={!message.read}>
            <Cell label="Status" primary>
              <StatusBadge tone={message.read ? "cancelled" : "info"}>
                {message.read ? "Read" : "New"}
              </StatusBadge>
            </Cell>
            <Cell label="Name">
              <span id={nameId(message.id)} className="block lg:min-w-20 xl:min-w-28">
                {message.name}
              </span>
            </Cell>
            <Cell label="Email">
              {message.email && (
                <EmailLink
                  email={message.email}
                  subject={replyTo(message.subject)}
                  className="link block max-lg:-my-2.5 max-lg:py-2.5 lg:min-w-20 xl:min-w-24"
                />
              )}
            </Cell>
            <Cell label="Subject">
              {message.subject && (
                <div className="lg:min-w-20">
                  <MessageText what="subject" from={nameId(message.id)}>
                    {message.subject}
                  </MessageText>
                </div>
              )}
            </Cell>
            <Cell label="Message">
              <div className="lg:min-w-24 xl:min-w-44">
                <MessageText what="message" from={nameId(message.id)}>
                  {message.body}
                </MessageText>
              </div>
            </Cell>
            <Cell label="Received" nowrap>
              <RelativeTime timestamp={message.received} />
            </Cell>
            <Cell actions>
              <MessageActions message={message} currentUrl={currentUrl} mayDelete={mayDelete} />
            </Cell>
          </Row>
        ))}
      </DataTable>
    </div>
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
