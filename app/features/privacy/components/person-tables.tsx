import { Link } from "@remix-run/react";
import { formatNumber } from "~/lib/intl";
import type { MailState } from "~/features/mail/mail.rules";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import { EmailText } from "~/components/ui/email-text";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import { RelativeTime, type Timestamp } from "~/components/ui/relative-time";
import { MailStateBadge } from "~/features/mail/components/mail-state";
import { OrderLink } from "~/features/orders/components/order-link";
import type { OrderRow } from "~/features/orders/components/orders-table";

type Order = Omit<OrderRow, "refundDue" | "email" | "tickets" | "payment" | "placed"> & {
  phone: string;
};
type Message = { id: string; name: string; subject: string; body: string; received: Timestamp };
type Mail = { id: number; kind: string; state: MailState; to: string; created: Timestamp };

/** The newest items of each kind, and the totals. */
export type PersonalData = {
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

export const PersonOrders = ({ orders, total }: PersonalData) => (
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

export const PersonMessages = ({ messages, total }: PersonalData) => (
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
          <RelativeTime timestamp={received} />
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

export const PersonMails = ({ mails, total }: PersonalData) => (
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
          <RelativeTime timestamp={created} />
        </Cell>
      </Row>
    ))}
  </DataTable>
);

function captionOf(visible: unknown[], total: number, noun: string) {
  const all = `${formatNumber(total)} ${noun}${total === 1 ? "" : "s"}`;
  return visible.length < total ? `The newest ${visible.length} of ${all}` : all;
}
