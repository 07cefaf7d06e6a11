import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from "lucide-react";
import { inWords } from "~/domain/clock";
import { DomainError } from "~/domain/errors";
import { SLOT_HOURS } from "~/domain/order/order.rules";
import { checkIn, findTicket, usedText } from "~/domain/ticket/check-in.server";
import { zooDay } from "~/domain/zoo-time.server";
import { requireStaff, screenActor } from "~/http/session.server";
import { submit } from "~/http/submit.server";
import { redirectWithToast } from "~/http/toast.server";
import { Logo } from "~/ui/brand";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Icon } from "~/ui/icon";

export const headers = () => ({
  "Cache-Control": "no-store",
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
});

export async function loader({ request, params: { code = "" } }: LoaderFunctionArgs) {
  const isStaff = (await screenActor(request)) !== null;
  try {
    const { number, of, ticketType, visitDate, visitSlot, status, usedAt } = findTicket(code);
    const { label, hours } = SLOT_HOURS[visitSlot];
    return json({
      isStaff,
      ticket: {
        ticketType,
        place: `Ticket ${number} of ${of}`,
        day: inWords(visitDate),
        isToday: visitDate === zooDay(),
        slot: `${label}, ${hours}`,
        status,
        used: usedAt === null ? null : usedText(usedAt),
      },
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return json({ isStaff, ticket: null }, 404);
  }
}

export async function action({ request, params: { code = "" } }: ActionFunctionArgs) {
  const staff = await requireStaff(request);
  return submit(request, (form) => {
    checkIn(staff, code, form.override === "yes");
    return redirectWithToast(`/t/${code}#main`, "Ticket verified");
  });
}

/** What a QR code opens, made for a phone at the gate in the sun. */
export default function TicketPage() {
  const { ticket, isStaff } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid max-w-[30rem] gap-5 px-4 py-6">
      <Link to="/" className="justify-self-start">
        <Logo />
      </Link>
      {ticket ? (
        <>
          <h1 className="text-display capitalize">{ticket.ticketType}</h1>
          <div className="text-lead">
            <p className={ticket.isToday ? "" : "font-semibold text-danger-text"}>{ticket.day}</p>
            <p>{ticket.slot}</p>
            <p className="text-ink-3">{ticket.place}</p>
          </div>
          <Band {...ticket} />
          {/* A scan that lost the race is already told by the band, which now says when. */}
          {ticket.status === "valid" && <ErrorSummary refused={refused} prefix="Verify failed: " />}
          {isStaff && ticket.status === "valid" && (
            <CheckIn isToday={ticket.isToday} day={ticket.day} />
          )}
        </>
      ) : (
        <>
          <h1 className="text-display">Unknown ticket</h1>
          <Band status="void" used={null} reason="Ticket not found" />
        </>
      )}
    </main>
  );
}

type BandProps = { status: "valid" | "used" | "void"; used: string | null; reason?: string };

const BANDS: Record<BandProps["status"], { look: string; icon: LucideIcon }> = {
  valid: { look: "bg-paid-bg text-paid-fg", icon: CircleCheck },
  used: { look: "bg-cancelled-bg text-cancelled-fg", icon: CircleAlert },
  void: { look: "bg-refunded-bg text-refunded-fg", icon: CircleX },
};

function Band({ status, used, reason = "Ticket is void" }: BandProps) {
  const { look, icon } = BANDS[status];
  return (
    <p role="status" className={`-mx-4 flex items-center gap-4 px-4 py-5 text-title ${look}`}>
      <Icon of={icon} size={40} />
      <span>
        {status === "valid" && "Valid"}
        {status === "used" && `Used at ${used}`}
        {status === "void" && (
          <>
            Not valid<span className="block text-small">{reason}</span>
          </>
        )}
      </span>
    </p>
  );
}

type CheckInProps = { isToday: boolean; day: string };

/** Another day's ticket takes a second, plain step. */
function CheckIn({ isToday, day }: CheckInProps) {
  const [search] = useSearchParams();
  const asked = search.get("confirm") === "day";
  if (isToday) {
    return (
      <Form method="post" action="#errors">
        <Button size={52} className="min-h-16 w-full text-lead">
          Check in
        </Button>
      </Form>
    );
  }
  return (
    <Form method="post" action="#errors" className="grid gap-3">
      <p className="font-semibold text-danger-text">This ticket is for {day}, not for today.</p>
      {asked ? (
        <>
          <input type="hidden" name="override" value="yes" />
          <Button size={52}>Let this person in today</Button>
        </>
      ) : (
        <ButtonLink to="?confirm=day" variant="secondary" size={52} preventScrollReset>
          Check in all the same
        </ButtonLink>
      )}
    </Form>
  );
}
