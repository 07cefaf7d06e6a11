import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paymentFigures } from "~/features/reports/report.server";
import { readQuery } from "~/lib/http/read-body.server";
import { orResponse } from "~/lib/http/domain-error-response.server";
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
import { PaymentCards } from "~/features/reports/components/payment-cards";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

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
