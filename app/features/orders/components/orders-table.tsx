import { Link } from "@remix-run/react";
import { Fragment, type ComponentProps, type ReactNode } from "react";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmailText } from "~/components/ui/email-text";
import { listCaption } from "~/components/ui/list-caption";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import { RelativeTime } from "~/components/ui/relative-time";
import type { orderRow } from "../order.presenter.server";
import { nameOf, OrderActions } from "./order-actions";

export type OrderRow = ReturnType<typeof orderRow>;

const columns = (search: string): Column<OrderRow>[] => [
  { label: "Status", primary: true, cell: ({ status }) => <OrderStatusBadge status={status} /> },
  {
    label: "Order ID",
    nowrap: true,
    strong: true,
    primary: true,
    cell: ({ id }) => (
      <Link id={nameOf({ id })} to={`/admin/dashboard/orders/${id}${search}`} className="link">
        {id}
      </Link>
    ),
  },
  {
    label: "Customer",
    cell: ({ customer }) =>
      customer && (
        <span className={customer.length <= ONE_LINE ? "whitespace-nowrap" : undefined}>
          {customer}
        </span>
      ),
  },
  {
    label: "Email",
    cell: ({ email, isErased, channel }) => {
      if (email) return <EmailText>{email}</EmailText>;
      return isErased ? "Erased" : channel;
    },
  },
  { label: "Tickets", cell: ({ tickets }) => <Tickets text={tickets} /> },
  { label: "Total", align: "right", nowrap: true, strong: true, cell: ({ total }) => total },
  { label: "Payment", cell: ({ payment }) => payment },
  { label: "Visit", nowrap: true, cell: VisitTime },
  { label: "Placed", nowrap: true, cell: ({ placed }) => <RelativeTime timestamp={placed} /> },
];

/** Longer names may wrap. */
const ONE_LINE = 14;

type Props = {
  orders: OrderRow[];
  total: number;
  noun: string;
  empty: ReactNode;
  /** Buttons of a row; without them the table is read-only. */
  acts?: Omit<ComponentProps<typeof OrderActions>, "order">;
  /** The list's query string, to which an order's page leads back. */
  search?: string;
};

export function OrdersTable({ orders, total, noun, empty, acts, search = "" }: Props) {
  const actions: Column<OrderRow> = {
    label: "Actions",
    actions: true,
    cell: (order) => acts && <OrderActions order={order} {...acts} />,
  };
  return (
    <DataTable
      caption={listCaption(orders.length, total, noun)}
      columns={acts ? [...columns(search), actions] : columns(search)}
      rows={orders}
      idPrefix="order-"
      empty={empty}
      wide
      sticky
    />
  );
}

export const VisitTime = ({ visitDate, slot }: { visitDate: string; slot: string }) => (
  <>
    {visitDate}
    <span className="block text-ink-3">{slot}</span>
  </>
);

const Tickets = ({ text }: { text: string }) =>
  text.split(", ").map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ", "}
      <span className="whitespace-nowrap">{part}</span>
    </Fragment>
  ));
