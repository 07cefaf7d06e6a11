import { Link } from "@remix-run/react";
import type { TicketStatus } from "~/features/gate/evaluate-scan";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { StatusBadge } from "~/components/ui/status-badge";

type Ticket = {
  code: string;
  number: number;
  type: string;
  state: TicketStatus;
  used: string | null;
};

const COLUMNS = [
  { key: "state", label: "State" },
  { key: "type", label: "Type" },
  { key: "code", label: "Code" },
];

const BREAK_POSITION = 10;

export const IssuedTickets = ({ tickets }: { tickets: Ticket[] }) => (
  <DataTable
    caption={tickets.length === 0 ? "Tickets" : captionFor(tickets)}
    columns={COLUMNS}
    empty={
      <EmptyState line="Tickets are issued once the order is paid.">No tickets yet.</EmptyState>
    }
  >
    {tickets.map(({ code, number, type, state, used }) => (
      <Row key={code}>
        <Cell label="State" primary>
          <TicketState state={state} used={used} />
        </Cell>
        <Cell label="Type" nowrap primary>
          <span className="capitalize">{type}</span>, ticket {number}
        </Cell>
        <Cell label="Code" nowrap>
          <Link to={`/t/${code}`} className="link tracking-wide">
            {code.slice(0, BREAK_POSITION)}
            <wbr />
            {code.slice(BREAK_POSITION)}
          </Link>
        </Cell>
      </Row>
    ))}
  </DataTable>
);

function captionFor(tickets: Ticket[]) {
  const count = (wanted: Ticket["state"]) => tickets.filter(({ state }) => state === wanted).length;
  const parts = (["valid", "used", "void"] as const)
    .filter((state) => count(state) > 0)
    .map((state) => `${count(state)} ${state}`);
  return `Tickets: ${parts.join(", ")}`;
}

function TicketState({ state, used }: Pick<Ticket, "state" | "used">) {
  if (state === "valid") return <StatusBadge tone="paid">Valid</StatusBadge>;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {state === "void" ? (
        <StatusBadge tone="refunded">Void</StatusBadge>
      ) : (
        <StatusBadge tone="cancelled">Used</StatusBadge>
      )}
      {used && (
        <span className="font-normal text-ink-2">{state === "void" ? `used ${used}` : used}</span>
      )}
    </span>
  );
}
