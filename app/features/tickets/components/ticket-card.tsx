import type { ComponentProps } from "react";
import type { ticketViews } from "../ticket.presenter.server";
import markMono from "~/images/brand/mark-mono.svg";
import { StatusBadge } from "~/components/ui/status-badge";
import { SlotText } from "~/features/booking/components/slot-text";
import { VisitorPartyCode } from "./party-code";
import { TicketCode } from "./ticket-code";
import { FREE_MOVE } from "~/features/orders/visit-limits";
import { OpeningHours } from "~/components/ui/opening-hours";
import { useZoo } from "~/components/hooks/use-root-data";
import { isOwnZoo } from "~/features/zoo/zoo-profile";

type Ticket = ReturnType<typeof ticketViews>[number];

type OrderProps = {
  order: { id: string; customer: string; visitDay: string; slot: string; hours: string };
  /** The slot is closed and the visit has to be rescheduled. */
  hasOffer: boolean;
};

type Props = OrderProps & {
  tickets: Ticket[];
  /** The order's one code for all; null without one. */
  partyCode: ComponentProps<typeof VisitorPartyCode> | null;
};

export function Tickets({ tickets, partyCode, ...orderProps }: Props) {
  const cards = tickets.map((ticket) => (
    <TicketCard key={ticket.code} ticket={ticket} {...orderProps} />
  ));
  return (
    <div className="grid gap-5 print:block">
      <PrintedHead />
      {partyCode && !orderProps.hasOffer ? (
        <>
          <VisitorPartyCode {...partyCode} />
          <details>
            <summary className="btn btn-secondary btn-44">Show the single tickets</summary>
            <div className="mt-5 grid gap-5">{cards}</div>
          </details>
        </>
      ) : (
        cards
      )}
      <p className="hidden text-table print:block">
        Open <OpeningHours separator=" " />. {FREE_MOVE}
      </p>
    </div>
  );
}

function PrintedHead() {
  const zoo = useZoo();
  const mark = zoo.logoUrl || (isOwnZoo(zoo) ? "" : markMono);
  return (
    <p className="hidden items-center gap-3 pb-4 font-display text-legend print:flex">
      {mark && <img src={mark} alt="" height={36} className="h-9 w-auto max-w-44 object-contain" />}
      {zoo.name}
    </p>
  );
}

function TicketCard({ ticket, order, hasOffer }: OrderProps & { ticket: Ticket }) {
  const { number, of, type, code, qr, usedAt, usedOn } = ticket;
  return (
    <article className="card ticket grid break-inside-avoid overflow-hidden sm:grid-cols-[1fr_16rem]">
      <div className="grid content-start gap-3 p-5">
        <p className="flex flex-wrap items-center gap-3">
          <TicketState usedAt={usedAt} hasOffer={hasOffer} />
          Ticket {number} of {of}
        </p>
        <h2 className="text-title">{type}</h2>
        <dl className="facts">
          <dt>Date</dt>
          <dd>{usedOn ?? order.visitDay}</dd>
          {!usedOn && (
            <>
              <dt>Slot</dt>
              <dd>
                <SlotText {...order} />
              </dd>
            </>
          )}
          {order.customer && (
            <>
              <dt>Name</dt>
              <dd>{order.customer}</dd>
            </>
          )}
          <dt>Order</dt>
          <dd>
            <span className="inline-block">{order.id}</span>
          </dd>
        </dl>
      </div>
      <TicketCode
        code={code}
        qr={qr}
        note={hasOffer ? "Move your visit first" : "Show this at the gate"}
      />
    </article>
  );
}

type StateProps = Pick<Ticket, "usedAt"> & Pick<OrderProps, "hasOffer">;

function TicketState({ usedAt, hasOffer }: StateProps) {
  if (usedAt !== null) {
    return (
      <>
        <StatusBadge tone="cancelled">Used</StatusBadge>
        <span>{usedAt}</span>
      </>
    );
  }
  if (hasOffer) return <StatusBadge tone="pending">Slot closed</StatusBadge>;
  return <StatusBadge tone="paid">Valid</StatusBadge>;
}
