import { Link } from "@remix-run/react";
import { Fragment, type ComponentProps, type ReactNode } from "react";
import type { OrderStatus } from "../order.rules";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import { EmailText } from "~/components/ui/email-text";
import { showing } from "~/components/ui/list-caption";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import { When, type Moment } from "~/components/ui/relative-time";
import { nameOf, OrderActions } from "./order-actions";

export type OrderRow = {
  id: string;
  status: OrderStatus;
  owed: boolean;
  customer: string;
  email: string;
  tickets: string;
  total: string;
  payment: string;
  visitDate: string;
  slot: string;
  placed: Moment;
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

/** A longer name may break, so that it does not push the other columns away. */
const ONE_LINE = 14;

type Props = {
  orders: OrderRow[];
  /** How many there are on all pages, and what they are called here. */
  total: number;
  noun: string;
  empty: ReactNode;
  /** The buttons of a row; without it rows are only to read. */
  acts?: Omit<ComponentProps<typeof OrderActions>, "order">;
  /** The list's filters and page, which the page of an order leads back to. */
  search?: string;
};

export function OrdersTable({ orders, total, noun, empty, acts, search = "" }: Props) {
  return (
    <div className="sticky-heads">
      <DataTable
        caption={showing(orders.length, total, noun)}
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
              <When at={order.placed} />
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

/** Breaks between the types, and not between a number and its type. */
const Tickets = ({ text }: { text: string }) =>
  text.split(", ").map((part, at) => (
    <Fragment key={part}>
      {at > 0 && ", "}
      <span className="whitespace-nowrap">{part}</span>
    </Fragment>
  ));
