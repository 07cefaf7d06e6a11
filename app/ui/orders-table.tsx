import { Form } from "@remix-run/react";
import { canMove, type OrderStatus } from "~/domain/order/order.rules";
import { Button, ButtonLink } from "./button";
import { Cell, DataTable, Row } from "./data-table";
import { EmptyState } from "./empty-state";
import { OrderStatusBadge } from "./status-badge";

type OrderRow = {
  id: string;
  status: OrderStatus;
  customer: string;
  email: string;
  tickets: string;
  total: string;
  payment: string;
  visitDate: string;
  slot: string;
  placed: string;
  placedAt: string;
  placedFull: string;
};
type Address = (changes?: Record<string, string>) => string;

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
  { key: "actions", label: "Actions", hidden: true },
] as const;

type Props = { orders: OrderRow[]; total: number; here: Address; mayDelete: boolean };

export function OrdersTable({ orders, total, here, mayDelete }: Props) {
  const caption =
    total === 0 ? "Orders" : `Showing ${orders.length} of ${total} orders, newest first`;
  return (
    <DataTable caption={caption} columns={COLUMNS} empty={<NoOrders />}>
      {orders.map((order) => (
        <Row key={order.id} id={`order-${order.id}`}>
          <Cell label="Status" primary>
            <OrderStatusBadge status={order.status} />
          </Cell>
          <Cell label="Order ID" nowrap strong primary>
            <span id={nameOf(order)}>{order.id}</span>
          </Cell>
          <Cell label="Customer" nowrap>
            {order.customer || "–"}
          </Cell>
          <Cell label="Email">{order.email}</Cell>
          <Cell label="Tickets">{order.tickets}</Cell>
          <Cell label="Total" align="right" nowrap strong>
            {order.total}
          </Cell>
          <Cell label="Payment">{order.payment}</Cell>
          <Cell label="Visit" nowrap>
            {order.visitDate}
            <span className="block text-ink-3">{order.slot}</span>
          </Cell>
          <Cell label="Placed" nowrap>
            <time dateTime={order.placedAt} title={order.placedFull}>
              {order.placed}
            </time>
          </Cell>
          <Cell actions>
            <OrderActions order={order} here={here} mayDelete={mayDelete} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

/** What a row's buttons speak of, for those who do not see the row. */
const nameOf = ({ id }: OrderRow) => `name-of-${id}`;

const NoOrders = () => (
  <EmptyState line="Try another word or another status.">No orders found.</EmptyState>
);

/** In this order always, so that the same act is in the same place. */
const MOVES = [
  { to: "paid", label: "Mark Paid" },
  { to: "refunded", label: "Refund" },
  { to: "cancelled", label: "Cancel" },
] as const;

type ActionsProps = { order: OrderRow; here: Address; mayDelete: boolean };

function OrderActions({ order, here, mayDelete }: ActionsProps) {
  return (
    <>
      {MOVES.filter(({ to }) => canMove(order.status, to)).map(({ to, label }) => (
        <Form key={to} method="post" action={here()} preventScrollReset>
          <input type="hidden" name="id" value={order.id} />
          <Button
            type="submit"
            variant="ghost"
            size={36}
            name="intent"
            value={to}
            aria-describedby={nameOf(order)}
          >
            {label}
          </Button>
        </Form>
      ))}
      {mayDelete ? (
        <ButtonLink
          to={here({ confirm: "delete", id: order.id })}
          variant="danger-ghost"
          size={36}
          preventScrollReset
          aria-describedby={nameOf(order)}
        >
          Delete
        </ButtonLink>
      ) : (
        <Button variant="danger-ghost" size={36} disabled title="Owner only">
          Delete
        </Button>
      )}
    </>
  );
}
