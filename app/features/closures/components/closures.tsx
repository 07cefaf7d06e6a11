import { Link } from "@remix-run/react";
import type { ScreenData } from "~/lib/screen-data";
import type { capacityView } from "~/features/capacity/capacity.presenter.server";
import type { closureView } from "../closure.presenter.server";
import type { VisitorChoice } from "~/features/capacity/capacity.rules";
import { can } from "~/features/auth/permissions";
import { useRootData } from "~/components/hooks/use-root-data";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmailLink } from "~/components/ui/email-text";
import { PhoneLink } from "~/components/ui/phone-link";
import { StatusBadge, type Tone } from "~/components/ui/status-badge";
import { OrderLink } from "~/features/orders/components/order-link";

const TONES: Record<VisitorChoice, Tone> = {
  waiting: "pending",
  stays: "paid",
  inside: "paid",
  moved: "paid",
  cancelled: "cancelled",
  refunded: "refunded",
};

type Closure = ScreenData<typeof capacityView>["closures"][number];

const CLOSURE_COLUMNS: Column<Closure>[] = [
  {
    label: "Closed day",
    primary: true,
    nowrap: true,
    cell: (closure) => <ClosedDay {...closure} />,
  },
  { label: "Resolution", cell: ({ way }) => (way === "offer" ? "offered a move" : "cancelled") },
  { label: "Bookings", align: "right", cell: ({ bookings }) => bookings },
  {
    label: "Waiting",
    align: "right",
    cell: ({ waiting }) => <span className={waiting > 0 ? "font-semibold" : ""}>{waiting}</span>,
  },
];

function ClosedDay({ id, day }: Closure) {
  const { staff } = useRootData();
  if (!can(staff, "orders.read")) return day;
  return (
    <Link to={`/admin/dashboard/capacity/closures/${id}`} className="link">
      {day}
    </Link>
  );
}

export const Closures = ({ closures }: { closures: Closure[] }) => (
  <DataTable
    caption="Closed days with bookings, newest first"
    columns={CLOSURE_COLUMNS}
    rows={closures}
  />
);

type TableProps = Pick<ReturnType<typeof closureView>, "caption" | "bookings">;

const COLUMNS: Column<TableProps["bookings"][number]>[] = [
  {
    label: "Choice",
    primary: true,
    cell: ({ choice, choiceLabel, movedTo }) => (
      <>
        <StatusBadge tone={TONES[choice]}>{choiceLabel}</StatusBadge>
        {movedTo && <span className="ml-2 font-normal text-ink-2">to {movedTo}</span>}
      </>
    ),
  },
  { label: "Order ID", primary: true, nowrap: true, cell: OrderLink },
  { label: "Customer", cell: ({ name }) => name },
  { label: "Email", cell: EmailLink },
  { label: "Phone", nowrap: true, cell: PhoneLink },
  { label: "Slot", nowrap: true, cell: ({ slot }) => slot },
  { label: "People", align: "right", cell: ({ people }) => people },
  { label: "Total", align: "right", nowrap: true, strong: true, cell: ({ total }) => total },
];

export const ClosureTable = ({ caption, bookings }: TableProps) => (
  <DataTable
    caption={caption}
    columns={COLUMNS}
    rows={bookings}
    empty={<p className="font-semibold">There were no bookings.</p>}
    wide
  />
);
