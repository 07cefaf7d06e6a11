import { Link } from "@remix-run/react";
import type { staffOrderView } from "~/features/orders/staff-order.presenter.server";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { StatusBadge } from "~/components/ui/status-badge";

type Ticket = ReturnType<typeof staffOrderView>["tickets"][number];

const COLUMNS: Column<Ticket>[] = [
  { label: "State", primary: true, cell: TicketState },
  {
    label: "Type",
    nowrap: true,
    primary: true,
    cell: ({ type, number }) => (
      <>
        <span className="capitalize">{type}</span>, ticket {number}
      </>
    ),
  },
  {
    label: "Code",
    nowrap: true,
    cell: ({ code }) => (
      <Link to={`/t/${code}`} className="link tracking-wide">
        {code.slice(0, BREAK_POSITION)}
        <wbr />
        {code.slice(BREAK_POSITION)}
      </Link>
    ),
  },
];

const BREAK_POSITION = 10;

export const IssuedTickets = ({ tickets }: { tickets: Ticket[] }) => (
  <DataTable
    caption={tickets.length === 0 ? "Tickets" : captionFor(tickets)}
    columns={COLUMNS}
    rows={tickets.map((ticket) => ({ id: ticket.code, ...ticket }))}
    empty={
      <EmptyState line="Tickets are issued once the order is paid.">No tickets yet.</EmptyState>
    }
  />
);

function captionFor(tickets: Ticket[]) {
  const count = (wanted: Ticket["state"]) => tickets.filter(({ state }) => state === wanted).length;
  const parts = (["valid", "used", "void"] as const)
    .filter((state) => count(state) > 0)
    .map((state) => `${count(state)} ${state}`);
  return `Tickets: ${parts.join(", ")}`;
}

function TicketState({ state, used, isRefunded }: Pick<Ticket, "state" | "used" | "isRefunded">) {
  if (state === "valid") return <StatusBadge tone="paid">Valid</StatusBadge>;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {state === "void" ? (
        <StatusBadge tone="refunded">{isRefunded ? "Refunded" : "Void"}</StatusBadge>
      ) : (
        <StatusBadge tone="cancelled">Used</StatusBadge>
      )}
      {used && (
        <span className="font-normal text-ink-2">{state === "void" ? `used ${used}` : used}</span>
      )}
    </span>
  );
}
