import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ORDER_STATUSES } from "~/domain/order/order.rules";
import { readQuery } from "~/http/body.server";
import { actOnRow } from "~/http/screens/order-actions.server";
import { orderListView } from "~/http/screens/order-list-view.server";
import { submitAsStaff } from "~/http/screens/submit.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { inertWhen } from "~/ui/base/inert";
import { Refresh } from "~/ui/base/refresh";
import { useAddress } from "~/ui/base/use-address";
import { RowRefusal } from "~/ui/form/row-refusal";
import { useAnswer } from "~/ui/form/use-answer";
import { PageHead } from "~/ui/layout/page-head";
import { DeleteOrder } from "~/ui/order/delete-order";
import { OrderList } from "~/ui/order/order-list";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

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
