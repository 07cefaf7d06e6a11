import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ORDER_STATUSES } from "~/features/orders/order.rules";
import { readQuery } from "~/lib/http/read-body.server";
import { actOnRow } from "~/features/orders/orders.actions.server";
import { orderListView } from "~/features/orders/order-list.presenter.server";
import { submitAsStaff } from "~/lib/http/form-action.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { inertWhen } from "~/components/ui/inert";
import { Refresh } from "~/components/ui/refresh-link";
import { useAddress } from "~/components/hooks/use-current-url";
import { RowRefusal } from "~/components/form/row-error";
import { useAnswer } from "~/components/form/use-action-result";
import { PageHead } from "~/components/layout/page-head";
import { DeleteOrder } from "~/features/orders/components/delete-order";
import { OrderList } from "~/features/orders/components/order-list";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

const HERE = "/admin/dashboard/orders";
const PAGE_SIZE = "50";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const { q = "", page, visitDate = "", ...query } = readQuery(request);
  const status = query.status === "all" ? "" : (query.status ?? "");
  const wanted = { q, status, visitDate, page, limit: PAGE_SIZE };
  const onlyOwed = query.owed === "1";
  const { httpStatus, ...list } = await orderListView(request, staff, wanted, { onlyOwed });
  return json({ ...list, q, status, visitDate, onlyOwed }, httpStatus);
}

export const action = ({ request }: ActionFunctionArgs) =>
  submitAsStaff(request, (staff, form) => actOnRow(request, staff, form));

export default function OrdersPage() {
  const { asked, ...list } = useLoaderData<typeof loader>();
  const here = useAddress(["confirm", "id"]);

  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertWhen(asked !== null)}>
        <PageHead title="Orders" line="Confirm payments, cancel visits and issue refunds.">
          <Refresh to={here()} />
        </PageHead>
        <RowRefusal refused={useAnswer<typeof action>()} />
        <OrderList list={list} noun="orders" statuses={ORDER_STATUSES} clearTo={HERE} here={here} />
      </div>
      {asked && <DeleteOrder order={asked} here={here()} noun="order" />}
    </>
  );
}
