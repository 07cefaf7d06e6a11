import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { listOrders } from "~/domain/order/order-list.server";
import { ListOrders } from "~/domain/order/order.query";
import { parse } from "~/domain/parse";
import { paymentFigures } from "~/domain/report/report.server";
import { readQuery } from "~/http/body.server";
import { orResponse } from "~/http/or-response.server";
import { orderRow } from "~/http/order-view.server";
import { askedAbout, listed } from "~/http/screens/listed.server";
import { actOnRow } from "~/http/screens/order-actions.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { EmptyState } from "~/ui/base/empty-state";
import { inertWhen } from "~/ui/base/inert";
import { Pager } from "~/ui/base/pager";
import { RedBox } from "~/ui/base/red-box";
import { Refresh } from "~/ui/base/refresh";
import { useAddress } from "~/ui/base/use-address";
import { RowRefusal } from "~/ui/form/row-refusal";
import { PageHead } from "~/ui/layout/page-head";
import { DeleteOrder } from "~/ui/order/delete-order";
import { OwnersDelete } from "~/ui/order/order-actions";
import { OrderFilter } from "~/ui/order/order-filter";
import { OrdersTable } from "~/ui/order/orders-table";
import { PaymentCards } from "~/ui/report/payment-cards";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

const HERE = "/admin/dashboard/payments";
const PAGE_SIZE = "100";
const NARROW = "Try another word or another status.";
const STATUSES = ["paid", "pending"] as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const { q = "", page, ...query } = readQuery(request);
  const status = STATUSES.find((known) => known === query.status) ?? "";
  const found = await listed(
    request,
    () => parse(ListOrders, { q, page, limit: PAGE_SIZE, status: status || STATUSES.join() }),
    (wanted) => listOrders(staff, wanted),
  );
  const orders = found.items.map(orderRow);
  const mayDelete = can(staff.role, "orders.delete");
  const asked = askedAbout(request, orders, mayDelete);
  const figures = await orResponse(() => paymentFigures(staff));
  const { pagination, failure, note } = found;
  return json(
    { orders, pagination, failure, note, figures, q, status, asked, mayDelete },
    found.status,
  );
}

export const action = ({ request }: ActionFunctionArgs) => actOnRow(request);

export default function PaymentsPage() {
  const { orders, pagination, failure, note, figures, q, status, asked, mayDelete } =
    useLoaderData<typeof loader>();
  const here = useAddress(["confirm", "id"]);

  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertWhen(asked !== null)}>
        <PageHead title="Payments" line="Who has paid, and who has yet to.">
          <Refresh to={here()} />
        </PageHead>
        <RowRefusal refused={useActionData<typeof action>()} />
        <PaymentCards {...figures} />
        <OrderFilter q={q} status={status} statuses={STATUSES} clearTo={HERE} />
        {!mayDelete && <OwnersDelete what="payments" />}
        {failure && <RedBox>Failed to load: {failure}</RedBox>}
        {note && <p className="hint">{note}</p>}
        {pagination && (
          <>
            <OrdersTable
              orders={orders}
              total={pagination.total}
              noun="payments"
              acts={{ here, mayDelete, moves: ["paid", "refunded"] }}
              empty={
                <EmptyState line={q || status ? NARROW : "New bookings will appear here."}>
                  No payments found.
                </EmptyState>
              }
            />
            <Pager {...pagination} hrefFor={(page) => here({ page: String(page) })} />
          </>
        )}
      </div>
      {asked && <DeleteOrder order={asked} here={here()} noun="payment" />}
    </>
  );
}
