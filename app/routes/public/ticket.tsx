import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { DomainError } from "~/lib/errors";
import { admitNow } from "~/features/gate/admit.server";
import { normalLetters } from "~/features/tickets/ticket-code";
import { submitAsStaff } from "~/lib/http/form-action.server";
import { ticketPage } from "~/features/tickets/ticket.presenter.server";
import { SECRET_PAGE } from "~/lib/http/private-headers";
import { screenActor } from "~/features/auth/session.http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { Logo } from "~/components/ui/brand";
import { Hours } from "~/components/ui/no-wrap-hours";
import { ErrorSummary } from "~/components/form/error-summary";
import { CheckInForm } from "~/features/tickets/components/check-in-form";
import { TicketBand } from "~/features/tickets/components/ticket-status-banner";
import { TicketCode } from "~/features/tickets/components/ticket-code";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const headers = () => SECRET_PAGE;

export async function loader({ request, params: { code = "" } }: LoaderFunctionArgs) {
  const staff = await screenActor(request);
  const isStaff = staff !== null;
  try {
    return json({ isStaff, ticket: ticketPage(request, staff, code) });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return json({ isStaff, ticket: null }, 404);
  }
}

export const action = ({ request, params: { code = "" } }: ActionFunctionArgs) =>
  submitAsStaff(request, (staff, form) => {
    admitNow(staff, code, { party: form.party === "yes", override: form.override === "yes" });
    return redirectWithToast(`/t/${normalLetters(code)}#main`, "Ticket verified");
  });

/** What a QR code opens, made for a phone at the gate in the sun. */
export default function TicketPage() {
  const { ticket, isStaff } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid max-w-[30rem] gap-5 px-4 py-6">
      <Link to="/" className="justify-self-start py-1">
        <Logo />
      </Link>
      {ticket ? (
        <>
          <h1 className="text-display capitalize">{ticket.ticketType}</h1>
          <div className="text-lead">
            <p>{ticket.day}</p>
            <p>
              <Hours>{ticket.slot}</Hours>
            </p>
            <p className="text-ink-3">{ticket.place}</p>
          </div>
          <TicketBand {...ticket} notNow={notNow(ticket)} />
          {/* A scan that lost the race is already told by the band, which now says when. */}
          {ticket.status === "valid" && <ErrorSummary refused={refused} prefix="Verify failed: " />}
          {ticket.gate && <CheckInForm {...ticket} gate={ticket.gate} />}
          {ticket.toShow && !ticket.isClosed && (
            <div className="card justify-self-center overflow-hidden [&>.ticket-code]:border-0">
              <TicketCode {...ticket.toShow} note="Show this at the gate" />
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
        </>
      ) : (
        <>
          <h1 className="text-display">Unknown ticket</h1>
          <TicketBand status="void" used={null} reason="Ticket not found" />
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
        </>
      )}
    </main>
  );
}

type Ticket = ReturnType<typeof ticketPage>;

function notNow({ isClosed, isToday, day, slot, gate }: Ticket) {
  if (isClosed) return { title: "Slot closed", line: "The zoo is closed in this slot" };
  if (!isToday) return { title: "Not for today", line: `Valid on ${day}` };
  if (gate?.verdict === "other-slot") return { title: "Another slot", line: `Valid for ${slot}` };
  return null;
}
