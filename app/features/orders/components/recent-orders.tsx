import { DataTable, type Column } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { Excerpt } from "~/components/ui/section";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import { RelativeTime } from "~/components/ui/relative-time";
import type { orderSummary } from "../order.presenter.server";
import { OrderLink } from "./order-link";

type RecentOrder = ReturnType<typeof orderSummary>;

const COLUMNS: Column<RecentOrder>[] = [
  { label: "Status", primary: true, cell: ({ status }) => <OrderStatusBadge status={status} /> },
  { label: "Order ID", nowrap: true, strong: true, primary: true, cell: OrderLink },
  { label: "Customer", cell: ({ customer }) => customer },
  { label: "Total", align: "right", nowrap: true, strong: true, cell: ({ total }) => total },
  { label: "Placed", nowrap: true, cell: ({ placed }) => <RelativeTime timestamp={placed} /> },
];

export const RecentOrders = ({ orders }: { orders: RecentOrder[] }) => (
  <Excerpt id="recent-orders" title="Recent Orders" to="/admin/dashboard/orders">
    {orders.length === 0 ? (
      <div className="card">
        <EmptyState line="New bookings will appear here.">No orders yet.</EmptyState>
      </div>
    ) : (
      <DataTable
        caption={orders.length === 1 ? "The newest order" : `The ${orders.length} newest orders`}
        columns={COLUMNS}
        rows={orders}
      />
    )}
  </Excerpt>
);
