import { Link } from "@remix-run/react";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { StatusBadge } from "~/components/ui/status-badge";
import type { orderMoney } from "../order-documents.presenter.server";

type Row = ReturnType<typeof orderMoney>[number];

const COLUMNS: Column<Row>[] = [
  { label: "What", primary: true, strong: true, cell: ({ what }) => what },
  { label: "Day", nowrap: true, cell: ({ day }) => day },
  {
    label: "Number",
    nowrap: true,
    cell: ({ document }) =>
      document && (
        <Link to={document.to} className="link">
          {document.label}
        </Link>
      ),
  },
  { label: "Way", cell: ({ way }) => way },
  { label: "Who", cell: ({ who }) => who },
  {
    label: "State",
    cell: ({ state, isOpen }) =>
      isOpen ? <StatusBadge tone="pending">{state}</StatusBadge> : state,
  },
  { label: "Amount", align: "right", nowrap: true, strong: true, cell: ({ amount }) => amount },
];

/** What came for an order, and what went or is about to. */
export const OrderMoney = ({ rows }: { rows: Row[] }) => (
  <DataTable
    caption="Payments"
    columns={COLUMNS}
    rows={rows}
    empty={<EmptyState>No money has come yet.</EmptyState>}
  />
);
