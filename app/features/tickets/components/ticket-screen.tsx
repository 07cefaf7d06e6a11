import type { ticketPage } from "../ticket.presenter.server";
import type { FormError } from "~/components/form/form-state";
import { Link } from "@remix-run/react";
import { Logo } from "~/components/ui/brand";
import { NoWrapHours } from "~/components/ui/no-wrap-hours";
import { ErrorSummary } from "~/components/form/error-summary";
import { ButtonLink } from "~/components/ui/button";
import { WaysOn } from "~/features/booking/components/ways-on";
import { CheckInForm } from "./check-in-form";
import { TicketStatusBanner } from "./ticket-status-banner";
import { TicketCode } from "./ticket-code";

type Props = {
  ticket: ReturnType<typeof ticketPage> | null;
  isStaff: boolean;
  formError: FormError | undefined;
};

export function TicketScreen({ ticket, isStaff, formError }: Props) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid max-w-[30rem] gap-5 px-4 py-6">
      <Link to="/" className="justify-self-start py-1">
        <Logo />
      </Link>
      {ticket ? (
        <>
          <h1 className="text-display">{ticket.type}</h1>
          <div className="text-lead">
            <p>{ticket.day}</p>
            <p>
              <NoWrapHours>{ticket.slot}</NoWrapHours>
            </p>
            <p className="text-ink-3">{ticket.place}</p>
          </div>
          <TicketStatusBanner {...ticket} warning={admissionWarning(ticket)} />
          {ticket.status === "valid" && (
            <ErrorSummary formError={formError} prefix="Verify failed: " />
          )}
          {ticket.gate && <CheckInForm {...ticket} gate={ticket.gate} formError={formError} />}
          {ticket.visibleCode && !ticket.isClosed && (
            <div className="card justify-self-center overflow-hidden [&>.ticket-code]:border-0">
              <TicketCode {...ticket.visibleCode} note="Show this at the gate" />
            </div>
          )}
          {!isStaff && ticket.status === "valid" && ticket.isClosed && (
            <p>
              Please do not come then. Move your visit on the page of your order; if you lost its
              link,{" "}
              <Link to="/tickets/find" className="link">
                find your booking
              </Link>
              .
            </p>
          )}
          {isStaff ? (
            ticket.orderId && (
              <ButtonLink to={`/admin/dashboard/orders/${ticket.orderId}`} variant="secondary">
                Look at order {ticket.orderId}
              </ButtonLink>
            )
          ) : (
            <WaysOn state={ticket.state} />
          )}
        </>
      ) : (
        <>
          <h1 className="text-display">Unknown ticket</h1>
          <TicketStatusBanner status="void" used={null} reason="Ticket not found" />
          {isStaff ? (
            <p>
              The end of the code may be missing. Type it at{" "}
              <Link to="/admin/dashboard/check-in" className="link">
                Check-in
              </Link>
              .
            </p>
          ) : (
            <p>
              The end of the link may be missing. Open the ticket from the page of your order, or{" "}
              <Link to="/tickets/find" className="link">
                find your booking
              </Link>
              .
            </p>
          )}
          {!isStaff && <WaysOn state="unknown" />}
        </>
      )}
    </main>
  );
}

type Ticket = NonNullable<Props["ticket"]>;

function admissionWarning({ isClosed, closureReason, isToday, day, slot, gate }: Ticket) {
  if (isClosed) {
    const line = ["The zoo is closed in this slot", closureReason].filter(Boolean).join(": ");
    return { title: "Slot closed", line };
  }
  if (!isToday) return { title: "Not for today", line: `Valid on ${day}` };
  if (gate?.verdict === "other-slot") return { title: "Another slot", line: `Valid for ${slot}` };
  return null;
}
