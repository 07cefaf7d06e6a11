import { Link } from "@remix-run/react";
import { formatCount } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import type { privacyView } from "../privacy.presenter.server";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmailText } from "~/components/ui/email-text";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import { RelativeTime } from "~/components/ui/relative-time";
import { MailStateBadge } from "~/features/mail/components/mail-state";
import { OrderLink } from "~/features/orders/components/order-link";
import { VisitTime } from "~/features/orders/components/orders-table";

type PersonalData = NonNullable<ScreenData<typeof privacyView>["person"]>;
type Order = PersonalData["orders"][number];
type Message = PersonalData["messages"][number];
type Mail = PersonalData["mails"][number];

const ORDERS: Column<Order>[] = [
  { label: "Status", primary: true, cell: ({ status }) => <OrderStatusBadge status={status} /> },
  { label: "Order ID", nowrap: true, strong: true, primary: true, cell: OrderLink },
  { label: "Name", cell: ({ customer }) => customer },
  { label: "Phone", cell: ({ phone }) => phone },
  { label: "Visit", nowrap: true, cell: VisitTime },
  { label: "Total", align: "right", nowrap: true, strong: true, cell: ({ total }) => total },
];

export const PersonOrders = ({ orders, total }: PersonalData) => (
  <DataTable caption={captionOf(orders, total.orders, "order")} columns={ORDERS} rows={orders} />
);

const MESSAGES: Column<Message>[] = [
  { label: "Name", cell: ({ name }) => <span className="block lg:min-w-28">{name}</span> },
  {
    label: "Subject",
    cell: ({ subject }) => subject && <span className="block lg:min-w-20">{subject}</span>,
  },
  {
    label: "Message",
    cell: ({ body }) => <span className="line-clamp-3 wrap-anywhere">{body}</span>,
  },
  {
    label: "Received",
    nowrap: true,
    cell: ({ received }) => <RelativeTime timestamp={received} />,
  },
];

export const PersonMessages = ({ messages, total }: PersonalData) => (
  <DataTable
    caption={captionOf(messages, total.messages, "message")}
    columns={MESSAGES}
    rows={messages}
  />
);

const MAILS: Column<Mail>[] = [
  { label: "Status", primary: true, cell: MailStateBadge },
  {
    label: "Kind",
    nowrap: true,
    strong: true,
    primary: true,
    cell: ({ id, kind }) => (
      <Link to={`/admin/dashboard/outbox/${id}`} className="link">
        {kind}
      </Link>
    ),
  },
  { label: "To", cell: ({ to }) => to && <EmailText>{to}</EmailText> },
  { label: "Created", nowrap: true, cell: ({ created }) => <RelativeTime timestamp={created} /> },
];

export const PersonMails = ({ mails, total }: PersonalData) => (
  <DataTable caption={captionOf(mails, total.emails, "email")} columns={MAILS} rows={mails} />
);

function captionOf(visible: unknown[], total: number, noun: string) {
  const all = formatCount(total, noun);
  return visible.length < total ? `The newest ${visible.length} of ${all}` : all;
}
