import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { bookingDay } from "~/features/booking/bookable-slots.server";
import { readQuery } from "~/lib/http/read-body.server";
import { orResponse } from "~/lib/http/domain-error-response.server";
import { askedAbout } from "~/lib/http/current-url.server";
import { actOnOrder } from "~/features/orders/orders.actions.server";
import { staffOrderView } from "~/features/orders/staff-order.presenter.server";
import { submitAsStaff } from "~/lib/http/form-action.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { AuditTable } from "~/features/audit/components/audit-table";
import { ButtonLink } from "~/components/ui/button";
import { inertWhen } from "~/components/ui/inert";
import { Refresh } from "~/components/ui/refresh-link";
import { useAddress } from "~/components/hooks/use-current-url";
import { refusedIn } from "~/components/form/form-state";
import { RowRefusal } from "~/components/form/row-error";
import { useAnswer } from "~/components/form/use-action-result";
import { PageHead } from "~/components/layout/page-head";
import { DeleteOrder } from "~/features/orders/components/delete-order";
import { MoveVisit } from "~/features/orders/components/move-visit-form";
import { OrderActions, OwnersDelete } from "~/features/orders/components/order-actions";
import { OrderFacts } from "~/features/orders/components/order-facts";
import { EditContact, EditPayment } from "~/features/orders/components/order-forms";
import { OrderStanding } from "~/features/orders/components/order-status-line";
import { VisitorLink } from "~/features/orders/components/visitor-link";
import { IssuedTickets } from "~/features/tickets/components/issued-tickets";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

const LIST = "/admin/dashboard/orders";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return orResponse(() => {
    const view = staffOrderView(request, staff, id, readQuery(request));
    const asked = askedAbout(request, [view.order], view.mayDelete);
    return json({ ...view, asked: asked !== null });
  });
}

export const action = ({ request, params: { id = "" } }: ActionFunctionArgs) =>
  submitAsStaff(request, (staff, form) => actOnOrder(request, staff, id, form), {
    redrawWith: (_, { intent, date = "" }) => ({
      day: intent === "visit" ? bookingDay(date) : null,
    }),
  });

export default function OrderPage() {
  const { order, seenAt, tickets, ownLink, history, move, mayDelete, asked } =
    useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const here = useAddress(["confirm", "id", "date", "slot", "seenAt", "from"]);
  const back = LIST + here().slice(useLocation().pathname.length);
  const isEdit = ["contact", "visit", "payment"].some((intent) => refusedIn(answer, intent));
  const contact = { name: order.customer, email: order.email, phone: order.phone };

  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertWhen(asked)}>
        <PageHead title={`Order ${order.id}`} line={<OrderStanding order={order} />}>
          <ButtonLink to={back} variant="secondary">
            Back to Orders
          </ButtonLink>
          <Refresh to={here()} />
        </PageHead>
        {!isEdit && <RowRefusal refused={answer} />}
        <div className="card acts flex flex-wrap items-center gap-2 p-3 print:hidden">
          <OrderActions order={order} here={here} mayDelete={mayDelete} on="page" />
          {!mayDelete && <OwnersDelete what="orders" />}
        </div>
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div className="grid grid-cols-1 gap-6">
            <OrderFacts order={order} />
            <IssuedTickets tickets={tickets} />
            <VisitorLink href={ownLink} status={order.status} />
            <div className="print:hidden">
              <EditPayment
                key={order.paymentMethod}
                action={here()}
                seenAt={seenAt}
                refused={refusedIn(answer, "payment")}
                method={order.paymentMethod}
              />
            </div>
          </div>
          <div className="grid grid-cols-1 gap-6 print:hidden">
            <MoveVisit
              key={`${move.visit.date} ${move.visit.slot}`}
              action={here()}
              status={order.status}
              seenAt={seenAt}
              refused={refusedIn(answer, "visit")}
              {...move}
              {...answer?.day}
            />
            {(order.email || refusedIn(answer, "contact")) && (
              <EditContact
                key={Object.values(contact).join("\n")}
                action={here()}
                seenAt={seenAt}
                refused={refusedIn(answer, "contact")}
                contact={contact}
              />
            )}
          </div>
        </div>
        {history && (
          <AuditTable
            rows={history}
            caption="History, newest first"
            empty="Nothing recorded yet."
          />
        )}
      </div>
      {asked && <DeleteOrder order={order} here={here()} backTo="main" noun="order" />}
    </>
  );
}
