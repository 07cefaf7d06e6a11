import { Link } from "@remix-run/react";
import { Fragment, type ComponentProps, type ReactNode } from "react";
import type { OrderStatus } from "../order-status";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import { EmailText } from "~/components/ui/email-text";
import { listCaption } from "~/components/ui/list-caption";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import { RelativeTime, type Timestamp } from "~/components/ui/relative-time";
import { nameOf, OrderActions } from "./order-actions";

export type OrderRow = {
  id: string;
  status: OrderStatus;
  refundDue: boolean;
  customer: string;
  email: string;
  tickets: string;
  total: string;
  payment: string;
  visitDate: string;
  slot: string;
  placed: Timestamp;
};

const COLUMNS = [
  { key: "status", label: "Status" },
  { key: "id", label: "Order ID" },
  { key: "customer", label: "Customer" },
  { key: "email", label: "Email" },
  { key: "tickets", label: "Tickets" },
  { key: "total", label: "Total", align: "right" },
  { key: "payment", label: "Payment" },
  { key: "visit", label: "Visit" },
  { key: "placed", label: "Placed" },
] as const;
const ACTIONS = { key: "actions", label: "Actions", hidden: true } as const;

/** Longer names may wrap. */
const ONE_LINE = 14;

type Props = {
  orders: OrderRow[];
  /** Orders on all pages. */
  total: number;
  noun: string;
  empty: ReactNode;
  /** Buttons of a row; without them the table is read-only. */
  acts?: Omit<ComponentProps<typeof OrderActions>, "order">;
  /** The list's query string, to which an order's page leads back. */
  search?: string;
};

export function OrdersTable({ orders, total, noun, empty, acts, search = "" }: Props) {
  return (
    <div className="sticky-heads">
      <DataTable
        caption={listCaption(orders.length, total, noun)}
        columns={acts ? [...COLUMNS, ACTIONS] : COLUMNS}
        empty={empty}
        wide
      >
        {orders.map((order) => (
          <Row key={order.id} id={`order-${order.id}`}>
            <Cell label="Status" primary>
              <OrderStatusBadge status={order.status} />
            </Cell>
            <Cell label="Order ID" nowrap strong primary>
              <Link
                id={nameOf(order)}
                to={`/admin/dashboard/orders/${order.id}${search}`}
                className="link"
              >
                {order.id}
              </Link>
            </Cell>
            <Cell label="Customer" nowrap={order.customer.length <= ONE_LINE}>
              {order.customer}
            </Cell>
            <Cell label="Email">
              {order.email ? <EmailText>{order.email}</EmailText> : "Erased"}
            </Cell>
            <Cell label="Tickets">
              <Tickets text={order.tickets} />
            </Cell>
            <Cell label="Total" align="right" nowrap strong>
              {order.total}
            </Cell>
            <Cell label="Payment">{order.payment}</Cell>
            <Cell label="Visit" nowrap>
              {order.visitDate}
              <span className="block text-ink-3">{order.slot}</span>
            </Cell>
            <Cell label="Placed" nowrap>
              <RelativeTime timestamp={order.placed} />
            </Cell>
            {acts && (
              <Cell actions>
                <OrderActions order={order} {...acts} />
              </Cell>
            )}
          </Row>
        ))}
      </DataTable>
    </div>
  );
}

/** Wraps only between ticket types. */
const Tickets = ({ text }: { text: string }) =>
  text.split(", ").map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ", "}
      <span className="whitespace-nowrap">{part}</span>
    </Fragment>
  ));
