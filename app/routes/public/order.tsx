import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { bookingDay } from "~/features/booking/bookable-slots.server";
import { holdsPlaces } from "~/features/orders/order.rules";
import { findOwnOrder } from "~/features/booking/visitor-order.server";
import { orResponse } from "~/lib/http/domain-error-response.server";
import { actOnOwnOrder } from "~/features/booking/visitor-order.actions.server";
import { ownOrderView } from "~/features/booking/visitor-order.presenter.server";
import { submit } from "~/lib/http/form-action.server";
import { SECRET_PAGE } from "~/lib/http/private-headers";
import { ButtonLink } from "~/components/ui/button";
import { inertWhen } from "~/components/ui/inert";
import { CancelQuestion } from "~/features/booking/components/cancel-booking";
import { HowToPay } from "~/features/booking/components/how-to-pay";
import { ManageBooking } from "~/features/booking/components/manage-booking";
import { OwnOrderHead } from "~/features/booking/components/visitor-order-header";
import { VisitCard } from "~/features/booking/components/visit-card";
import { ErrorSummary } from "~/components/form/error-summary";
import { ErrorPage } from "~/components/layout/error-page";
import { LostOrderPanel } from "~/components/layout/notice-panel";
import { Tickets } from "~/features/tickets/components/ticket-card";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const headers = () => SECRET_PAGE;

export const loader = ({ request, params: { id = "", key = "" } }: LoaderFunctionArgs) =>
  orResponse(() => json(ownOrderView(request, findOwnOrder(id, key))));

export const action = ({ request, context, params: { id = "", key = "" } }: ActionFunctionArgs) =>
  submit(request, (form) => actOnOwnOrder(context, id, key, form), {
    redrawWith: ({ date = "" }) => bookingDay(date),
  });

export default function OrderPage() {
  const { own, order, tickets, upi, asked, date, slots, next, ...data } =
    useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { hasOffer, isPast } = data;
  const isOpen = holdsPlaces(order.status);
  const paysNow = order.status === "pending" && !hasOffer && !isPast;
  const hasMore = paysNow || tickets.length > 0;
  // A refusal is shown once: in the move form if it is about that and the form is still there.
  const ofMove = refused?.values.intent !== "cancel" && !data.whyNotMove ? refused : undefined;
  const atTop = !ofMove && refused?.message ? refused : undefined;
  return (
    <>
      <div className="wrap section print:w-full print:py-0" {...inertWhen(asked)}>
        {atTop && (
          <div className="mb-6 max-w-prose">
            <ErrorSummary refused={atTop} />
          </div>
        )}
        <OwnOrderHead own={own} order={order} hasOffer={hasOffer} isPast={isPast} />
        <div
          className={`mt-8 grid items-start gap-8 print:mt-0 print:block ${hasMore ? "lg:grid-cols-[7fr_5fr]" : "max-w-[36rem]"}`}
        >
          {hasMore && (
            <div className="grid gap-5 print:block">
              {paysNow && <HowToPay order={order} upi={upi} />}
              {tickets.length > 0 && (
                <Tickets order={order} tickets={tickets} hasOffer={hasOffer} />
              )}
            </div>
          )}
          <VisitCard order={order}>
            {isOpen ? (
              <ManageBooking
                own={own}
                order={order}
                hasTickets={tickets.length > 0}
                day={ofMove ?? { date, slots, next }}
                refused={ofMove}
                {...data}
              />
            ) : (
              <ButtonLink to="/tickets" className="mt-5">
                Book Tickets
              </ButtonLink>
            )}
          </VisitCard>
        </div>
      </div>
      {asked && <CancelQuestion own={own} order={order} />}
    </>
  );
}

export const ErrorBoundary = () => <ErrorPage lost={<LostOrderPanel />} />;
