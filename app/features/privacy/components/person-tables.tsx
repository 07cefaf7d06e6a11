import { Link } from "@remix-run/react";
import { inFigures } from "~/lib/intl";
import type { MailState } from "~/features/mail/mail.rules";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import { EmailText } from "~/components/ui/email-text";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import { When, type Moment } from "~/components/ui/relative-time";
import { MailStateBadge } from "~/features/mail/components/mail-state";
import { OrderLink } from "~/features/orders/components/order-link";
import type { OrderRow } from "~/features/orders/components/orders-table";

type Order = Omit<OrderRow, "owed" | "email" | "tickets" | "payment" | "placed"> & {
  phone: string;
};
type Message = { id: string; name: string; subject: string; body: string; received: Moment };
type Mail = { id: number; kind: string; state: MailState; to: string; created: Moment };

/** What is stored about somebody: the newest of each kind, and how many there are. */
export type Stored = {
  total: { orders: number; messages: number; emails: number };
  orders: Order[];
  messages: Message[];
  mails: Mail[];
};

const ORDERS = [
  { key: "status", label: "Status" },
  { key: "id", label: "Order ID" },
  { key: "name", label: "Name" },
  { key: "phone", label: "Phone" },
  { key: "visit", label: "Visit" },
  { key: "total", label: "Total", align: "right" },
] as const;

export const PersonOrders = ({ orders, total }: Stored) => (
  <DataTable caption={captionOf(orders, total.orders, "order")} columns={ORDERS}>
    {orders.map(({ id, status, customer, phone, visitDate, slot, total }) => (
      <Row key={id}>
        <Cell label="Status" primary>
          <OrderStatusBadge status={status} />
        </Cell>
        <Cell label="Order ID" nowrap strong primary>
          <OrderLink id={id} />
        </Cell>
        <Cell label="Name">{customer}</Cell>
        <Cell label="Phone">{phone}</Cell>
        <Cell label="Visit" nowrap>
          {visitDate}
          <span className="block text-ink-3">{slot}</span>
        </Cell>
        <Cell label="Total" align="right" nowrap strong>
          {total}
        </Cell>
      </Row>
    ))}
  </DataTable>
);

const MESSAGES = [
  { key: "name", label: "Name" },
  { key: "subject", label: "Subject" },
  { key: "message", label: "Message" },
  { key: "received", label: "Received" },
] as const;

export const PersonMessages = ({ messages, total }: Stored) => (
  <DataTable caption={captionOf(messages, total.messages, "message")} columns={MESSAGES}>
    {messages.map(({ id, name, subject, body, received }) => (
      <Row key={id}>
        <Cell label="Name">
          <span className="block lg:min-w-28">{name}</span>
        </Cell>
        <Cell label="Subject">
          {subject && <span className="block lg:min-w-20">{subject}</span>}
        </Cell>
        <Cell label="Message">
          <span className="line-clamp-3 wrap-anywhere">{body}</span>
        </Cell>
        <Cell label="Received" nowrap>
          <When at={received} />
        </Cell>
      </Row>
    ))}
  </DataTable>
);

const MAILS = [
  { key: "state", label: "Status" },
  { key: "kind", label: "Kind" },
  { key: "to", label: "To" },
  { key: "created", label: "Created" },
] as const;

export const PersonMails = ({ mails, total }: Stored) => (
  <DataTable caption={captionOf(mails, total.emails, "email")} columns={MAILS}>
    {mails.map(({ id, kind, state, to, created }) => (
      <Row key={id}>
        <Cell label="Status" primary>
          <MailStateBadge state={state} />
        </Cell>
        <Cell label="Kind" nowrap strong primary>
          <Link to={`/admin/dashboard/outbox/${id}`} className="link">
            {kind}
          </Link>
        </Cell>
        <Cell label="To">{to && <EmailText>{to}</EmailText>}</Cell>
        <Cell label="Created" nowrap>
          <When at={created} />
        </Cell>
      </Row>
    ))}
  </DataTable>
);

function captionOf(shown: unknown[], total: number, word: string) {
  const all = `${inFigures(total)} ${word}${total === 1 ? "" : "s"}`;
  return shown.length < total ? `The newest ${shown.length} of ${all}` : all;
}
