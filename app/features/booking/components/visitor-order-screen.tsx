import { errorForIntent, type FormError } from "~/components/form/form-state";
import type { ScreenData } from "~/lib/screen-data";
import type { ownOrderView } from "../visitor-order.presenter.server";
import type { DayChoice } from "./use-day-availability";
import { isActive } from "~/features/orders/order-status";
import { inertProps } from "~/components/ui/inert";
import { CancelQuestion, MoveQuestion } from "./cancel-booking";
import { ConfirmBooking } from "./confirm-booking";
import { HowToPay } from "./how-to-pay";
import { LateMoney } from "./late-money";
import { ManageBooking } from "./manage-booking";
import { VisitorOrderHeader } from "./visitor-order-header";
import { ReceiptLinks } from "~/features/receipts/components/receipt-links";
import { VisitCard } from "./visit-card";
import { WaysOn } from "./ways-on";
import { ErrorSummary } from "~/components/form/error-summary";
import { Tickets } from "~/features/tickets/components/ticket-card";

type Props = ScreenData<typeof ownOrderView> & {
  formError: (FormError & Partial<DayChoice>) | undefined;
};

/** Of the forms beside the one that moves the visit. */
const OTHER_INTENTS = ["cancel", "confirm", "pay", "payback", "reference"];

export function VisitorOrderScreen({ formError, ...props }: Props) {
  const {
    own,
    order,
    tickets,
    upi,
    counterQr,
    online,
    lateMoney,
    paymentNotice,
    isConfirmingCancel,
    confirmingMove,
    proof,
    ...others
  } = props;
  const { date, people, slots, why, next, state, ...data } = others;
  const { hasOffer, closureReason, isPast, inside } = data;
  const isOpen = isActive(order.status);
  const paysNow = order.status === "pending" && !hasOffer && !isPast && !paymentNotice;
  const hasMore = paysNow || tickets.length > 0;
  // An error appears once: in its form if that is there.
  const moveError =
    !OTHER_INTENTS.includes(formError?.values.intent ?? "") && !data.whyNotMove
      ? formError
      : undefined;
  const referenceError = paysNow && upi ? errorForIntent(formError, "reference") : undefined;
  const isAtForm = moveError !== undefined || referenceError !== undefined;
  const pageError = !isAtForm && formError?.message ? formError : undefined;
  return (
    <>
      <div
        className="wrap section print:w-full print:py-0"
        {...inertProps(isConfirmingCancel || confirmingMove !== null)}
      >
        {pageError && (
          <div className="mb-6 max-w-prose">
            <ErrorSummary formError={pageError} />
          </div>
        )}
        <VisitorOrderHeader
          own={own}
          order={order}
          {...{ hasOffer, closureReason, isPast, inside }}
        />
        {paymentNotice && (
          <p className="mt-4 max-w-prose rounded-card bg-pending-bg p-4 text-pending-fg">
            {paymentNotice}
          </p>
        )}
        <div
          className={`mt-8 grid items-start gap-8 print:mt-0 print:block ${hasMore ? "lg:grid-cols-[7fr_5fr]" : "max-w-[36rem]"}`}
        >
          {hasMore && (
            <div className="grid gap-5 print:block">
              {paysNow && proof && (
                <ConfirmBooking own={own} proof={proof} expiresAt={order.expiresAt} />
              )}
              {paysNow && (
                <HowToPay
                  order={{
                    ...order,
                    total: data.toPay,
                    needsConfirming: order.needsConfirming && !proof,
                  }}
                  upi={upi}
                  counterQr={counterQr}
                  {...{ own, online }}
                  formError={referenceError}
                />
              )}
              {tickets.length > 0 && (
                <Tickets
                  order={order}
                  tickets={tickets}
                  hasOffer={hasOffer}
                  partyCode={data.partyCode}
                />
              )}
            </div>
          )}
          <VisitCard order={order}>
            {isOpen ? (
              <ManageBooking
                own={own}
                order={order}
                hasTickets={tickets.length > 0}
                day={moveError ?? { date, people, slots, why, next }}
                formError={moveError}
                {...data}
              />
            ) : null}
            {lateMoney && (
              <LateMoney
                own={own}
                amount={lateMoney}
                visit={data.visit}
                day={moveError ?? { date, people, slots, why, next }}
                formError={moveError}
              />
            )}
            <ReceiptLinks title="Quote and invoices" documents={data.invoices} />
            <ReceiptLinks documents={data.documents} />
            <div className="mt-5">
              <WaysOn state={state} />
            </div>
          </VisitCard>
        </div>
      </div>
      {isConfirmingCancel && <CancelQuestion own={own} order={order} inside={inside} />}
      {confirmingMove && (
        <MoveQuestion own={own} visit={data.visit} to={confirmingMove} inside={inside} />
      )}
    </>
  );
}
