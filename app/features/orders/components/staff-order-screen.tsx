import type { ScreenData } from "~/lib/screen-data";
import type { staffOrderView } from "../staff-order.presenter.server";
import type { DayChoice } from "~/features/booking/components/use-day-availability";
import { useLocation } from "@remix-run/react";
import { AuditTable } from "~/features/audit/components/audit-table";
import { ButtonLink } from "~/components/ui/button";
import { inertProps } from "~/components/ui/inert";
import { RefreshLink } from "~/components/ui/refresh-link";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { RowError } from "~/components/form/row-error";
import { PageHead } from "~/components/layout/page-head";
import { DeleteOrder } from "./delete-order";
import { InsideQuestion } from "./inside-question";
import { MoveVisit } from "./move-visit-form";
import { OrderActions, OwnersDelete } from "./order-actions";
import { OrderFacts } from "./order-facts";
import { EditContact, EditPayment, ReplaceLink } from "./order-forms";
import { OrderStatusLine } from "./order-status-line";
import { RefundTickets, RefundTicketsQuestion, type TicketQuestion } from "./refund-tickets";
import { VisitorLink } from "./visitor-link";
import { BouncedMails } from "~/features/mail/components/mail-status";
import { ResendTickets } from "~/features/mail/components/resend-tickets";
import { OrderNotes } from "~/features/order-notes/components/order-notes";
import { OrderMoney } from "~/features/receipts/components/order-money";
import { GiveOneCode, StaffPartyCode } from "~/features/tickets/components/party-code";
import { IssuedTickets } from "~/features/tickets/components/issued-tickets";

const LIST = "/admin/dashboard/orders";

type Props = ScreenData<typeof staffOrderView> & {
  answer: (FormError & { day?: Partial<DayChoice> | null; question?: TicketQuestion }) | undefined;
};

export function StaffOrderScreen({ answer, ...data }: Props) {
  const {
    order,
    version,
    tickets,
    refundable,
    ownLink,
    history,
    move,
    mayDelete,
    inside,
    asking,
    isConfirmingDelete,
    transfer,
  } = data;
  const buildUrl = useCurrentUrl(["confirm", "id", "date", "slot", "seenAt", "from"]);
  const back = LIST + buildUrl().slice(useLocation().pathname.length);
  const isEdit = ["contact", "visit", "payment", "link", "refundTickets", "note", "resend"].some(
    (intent) => errorForIntent(answer, intent),
  );
  const question = answer?.question;
  const contact = { name: order.customer, email: order.email, phone: order.phone };

  return (
    <>
      <div
        className="grid grid-cols-1 gap-6"
        {...inertProps(isConfirmingDelete || asking !== null || question !== undefined)}
      >
        <PageHead title={`Order ${order.id}`} description={<OrderStatusLine order={order} />}>
          {data.organisation !== null && (
            <ButtonLink to={`/admin/dashboard/groups/${order.id}`} variant="secondary">
              Group
            </ButtonLink>
          )}
          <ButtonLink to={back} variant="secondary">
            Back to Orders
          </ButtonLink>
          <RefreshLink to={buildUrl()} />
        </PageHead>
        {!isEdit && <RowError formError={answer} />}
        <div className="card acts flex flex-wrap items-end gap-2 p-3 print:hidden">
          <OrderActions
            order={order}
            currentUrl={buildUrl}
            mayDelete={mayDelete}
            on="page"
            {...(transfer && { upiReference: transfer.waiting })}
            formError={answer}
          />
          {data.mayGiveOneCode && <GiveOneCode action={buildUrl()} />}
          {!mayDelete && <OwnersDelete what="orders" />}
        </div>
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div className="grid grid-cols-1 gap-6">
            {inside && <p>{inside.line}</p>}
            <OrderFacts order={order} transfer={transfer} />
            {data.partyCode && <StaffPartyCode {...data.partyCode} />}
            <IssuedTickets tickets={tickets} />
            {(refundable.length > 0 || errorForIntent(answer, "refundTickets")) && (
              <RefundTickets
                key={`refund ${order.price.ticketCount}`}
                action={buildUrl()}
                version={version}
                formError={errorForIntent(answer, "refundTickets")}
                tickets={refundable}
              />
            )}
            <VisitorLink href={ownLink} status={order.status}>
              <ReplaceLink
                key={ownLink}
                action={buildUrl()}
                version={version}
                status={order.status}
                formError={errorForIntent(answer, "link")}
              />
            </VisitorLink>
            <div className="print:hidden">
              <EditPayment
                key={order.paymentMethod}
                action={buildUrl()}
                version={version}
                formError={errorForIntent(answer, "payment")}
                method={order.paymentMethod}
              />
            </div>
          </div>
          <div className="grid grid-cols-1 gap-6 print:hidden">
            <MoveVisit
              key={`${move.visit.date} ${move.visit.slot}`}
              action={buildUrl()}
              status={order.status}
              version={version}
              formError={errorForIntent(answer, "visit")}
              {...move}
              {...answer?.day}
            />
            {(!order.isErased || errorForIntent(answer, "contact")) && (
              <EditContact
                key={Object.values(contact).join("\n")}
                action={buildUrl()}
                status={order.status}
                version={version}
                formError={errorForIntent(answer, "contact")}
                contact={contact}
              />
            )}
            <BouncedMails mails={data.bounced} />
            {order.status === "paid" && (
              <ResendTickets
                action={buildUrl()}
                email={order.email}
                formError={errorForIntent(answer, "resend")}
              />
            )}
            <OrderNotes
              notes={data.notes}
              action={buildUrl()}
              formError={errorForIntent(answer, "note")}
            />
          </div>
        </div>
        <OrderMoney rows={data.money} />
        {history && (
          <AuditTable
            rows={history}
            caption="History, newest first"
            empty="Nothing recorded yet."
          />
        )}
      </div>
      {question && <RefundTicketsQuestion path={buildUrl()} question={question} answer={answer} />}
      {inside && asking && (
        <InsideQuestion id={order.id} path={buildUrl()} inside={inside} asking={asking} />
      )}
      {isConfirmingDelete && (
        <DeleteOrder order={order} path={buildUrl()} backTo="main" noun="order" />
      )}
    </>
  );
}
