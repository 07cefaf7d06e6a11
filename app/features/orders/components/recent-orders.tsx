import { ButtonLink } from "~/components/ui/button";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import { RelativeTime } from "~/components/ui/relative-time";
import { OrderLink } from "./order-link";
import type { OrderRow } from "./orders-table";

type RecentOrder = Pick<OrderRow, "id" | "status" | "customer" | "total" | "placed">;

const COLUMNS = [
  { key: "status", label: "Status" },
  { key: "id", label: "Order ID" },
  { key: "customer", label: "Customer" },
  { key: "total", label: "Total", align: "right" },
  { key: "placed", label: "Placed" },
] as const;

export const RecentOrders = ({ orders }: { orders: RecentOrder[] }) => (
  <section className="grid grid-cols-1 content-start gap-3" aria-labelledby="recent-orders">
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4">
      <h2 id="recent-orders" className="text-heading">
        Recent Orders
      </h2>
      <ButtonLink
        to="/admin/dashboard/orders"
        variant="ghost"
        size={36}
        className="-mr-2.5 max-lg:min-h-11"
      >
        View all
      </ButtonLink>
    </div>
    {orders.length === 0 ? (
      <div className="card">
        <EmptyState line="New bookings will appear here.">No orders yet.</EmptyState>
      </div>
    ) : (
      <DataTable
        caption={orders.length === 1 ? "The newest order" : `The ${orders.length} newest orders`}
        columns={COLUMNS}
      >
        {orders.map((order) => (
          <Row key={order.id}>
            <Cell label="Status" primary>
              <OrderStatusBadge status={order.status} />
            </Cell>
            <Cell label="Order ID" nowrap strong primary>
              <OrderLink id={order.id} />
            </Cell>
            <Cell label="Customer">{order.customer}</Cell>
            <Cell label="Total" align="right" nowrap strong>
              {order.total}
            </Cell>
            <Cell label="Placed" nowrap>
              <RelativeTime timestamp={order.placed} />
            </Cell>
          </Row>
        ))}
      </DataTable>
    )}
  </section>
);
