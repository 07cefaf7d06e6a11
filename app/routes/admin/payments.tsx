import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paymentFigures } from "~/domain/report/report.server";
import { readQuery } from "~/http/body.server";
import { orResponse } from "~/http/or-response.server";
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
import { PaymentCards } from "~/ui/report/payment-cards";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

const HERE = "/admin/dashboard/payments";
const PAGE_SIZE = "100";
const STATUSES = ["paid", "pending"] as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const { q = "", page, ...query } = readQuery(request);
  const status = STATUSES.find((known) => known === query.status) ?? "";
  const wanted = { q, page, limit: PAGE_SIZE, status: status || STATUSES.join() };
  const { httpStatus, ...list } = await orderListView(request, staff, wanted);
  const figures = await orResponse(() => paymentFigures(staff));
  return json({ ...list, figures, q, status }, httpStatus);
}

export const action = ({ request }: ActionFunctionArgs) =>
  submitAsStaff(request, (staff, form) => actOnRow(request, staff, form));

export default function PaymentsPage() {
  const { asked, figures, ...list } = useLoaderData<typeof loader>();
  const here = useAddress(["confirm", "id"]);

  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertWhen(asked !== null)}>
        <PageHead title="Payments" line="Who has paid, and who has yet to.">
          <Refresh to={here()} />
        </PageHead>
        <RowRefusal refused={useAnswer<typeof action>()} />
        <PaymentCards {...figures} />
        <OrderList
          list={list}
          noun="payments"
          statuses={STATUSES}
          clearTo={HERE}
          here={here}
          moves={["paid", "refunded"]}
        />
      </div>
      {asked && <DeleteOrder order={asked} here={here()} noun="payment" />}
    </>
  );
}
