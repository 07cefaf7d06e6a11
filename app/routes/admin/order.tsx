import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { bookingDay } from "~/domain/order/booking-slots.server";
import { readQuery } from "~/http/body.server";
import { orResponse } from "~/http/or-response.server";
import { askedAbout } from "~/http/screens/address.server";
import { actOnOrder } from "~/http/screens/order-actions.server";
import { staffOrderView } from "~/http/screens/staff-order-view.server";
import { submitAsStaff } from "~/http/screens/submit.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { AuditTable } from "~/ui/audit/audit-table";
import { ButtonLink } from "~/ui/base/button";
import { inertWhen } from "~/ui/base/inert";
import { Refresh } from "~/ui/base/refresh";
import { useAddress } from "~/ui/base/use-address";
import { refusedIn } from "~/ui/form/form-state";
import { RowRefusal } from "~/ui/form/row-refusal";
import { useAnswer } from "~/ui/form/use-answer";
import { PageHead } from "~/ui/layout/page-head";
import { DeleteOrder } from "~/ui/order/delete-order";
import { MoveVisit } from "~/ui/order/move-visit-form";
import { OrderActions, OwnersDelete } from "~/ui/order/order-actions";
import { OrderFacts } from "~/ui/order/order-facts";
import { EditContact, EditPayment } from "~/ui/order/order-forms";
import { OrderStanding } from "~/ui/order/order-standing";
import { VisitorLink } from "~/ui/order/visitor-link";
import { IssuedTickets } from "~/ui/ticket/issued-tickets";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

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
