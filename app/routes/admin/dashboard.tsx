import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { rupees } from "~/domain/money";
import type { OrderStatus } from "~/domain/order/order.rules";
import { dashboardOf } from "~/domain/report/report.server";
import { orderView } from "~/http/order-view.server";
import { requireStaff } from "~/http/session.server";
import { Cell, DataTable, Row } from "~/ui/data-table";
import { EmptyState } from "~/ui/empty-state";
import { PageHead } from "~/ui/layout/page-head";
import { PlaceholderCard } from "~/ui/placeholder-card";
import { StatCard, StatCards } from "~/ui/stat-card";
import { OrderStatusBadge } from "~/ui/status-badge";

export async function loader({ request }: LoaderFunctionArgs) {
  const { animals, orders } = dashboardOf(await requireStaff(request));
  return json({
    animals,
    orders: orders && { ...orders, recent: orders.recent.map(orderView) },
  });
}

export default function DashboardPage() {
  const { animals, orders } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Dashboard" line="Overview of your zoo management metrics" />
      <StatCards>
        <StatCard label="Total Animals" figure={String(animals)} />
        {orders && (
          <>
            <StatCard
              label="Today's Visitors"
              figure={String(orders.visitorsToday)}
              line="orders for today"
            />
            <StatCard
              label="Orders Today"
              figure={String(orders.placedToday)}
              line="placed today"
            />
            <StatCard label="Revenue" figure={rupees(orders.revenuePaise)} line="paid orders" />
          </>
        )}
      </StatCards>
      {orders && (
        <>
          <div className="grid gap-6 lg:grid-cols-2">
            <PlaceholderCard title="Visitors Trend" line="last 7 days" />
            <PlaceholderCard title="Revenue" line="monthly" />
          </div>
          <RecentOrders orders={orders.recent} />
        </>
      )}
    </>
  );
}

type RecentOrder = {
  id: string;
  status: OrderStatus;
  customer: string;
  total: string;
  placed: string;
  placedAt: string;
};

function RecentOrders({ orders }: { orders: RecentOrder[] }) {
  return (
    <section className="grid gap-3" aria-labelledby="recent-orders">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="recent-orders" className="text-legend">
          Recent Orders
        </h2>
        <Link to="/admin/dashboard/orders">View all</Link>
      </div>
      {orders.length === 0 ? (
        <EmptyState line="New bookings will appear here.">No orders yet.</EmptyState>
      ) : (
        <DataTable
          caption={`The ${orders.length} newest orders`}
          columns={[
            { key: "status", label: "Status" },
            { key: "id", label: "Order ID" },
            { key: "customer", label: "Customer" },
            { key: "total", label: "Total", align: "right" },
            { key: "placed", label: "Placed" },
          ]}
        >
          {orders.map((order) => (
            <Row key={order.id}>
              <Cell label="Status" primary>
                <OrderStatusBadge status={order.status} />
              </Cell>
              <Cell label="Order ID" nowrap primary>
                {order.id}
              </Cell>
              <Cell label="Customer">{order.customer}</Cell>
              <Cell label="Total" align="right">
                {order.total}
              </Cell>
              <Cell label="Placed" nowrap>
                <time dateTime={order.placedAt}>{order.placed}</time>
              </Cell>
            </Row>
          ))}
        </DataTable>
      )}
    </section>
  );
}
