import type { ScreenData } from "~/lib/screen-data";
import type { paymentsView } from "../payments.presenter.server";
import { PAYMENT_STATUSES } from "../report.rules";
import { formatNumber } from "~/lib/intl";
import { formatRupees } from "~/lib/money";
import { StatCard, StatCards } from "~/components/ui/stat-card";
import { inertProps } from "~/components/ui/inert";
import { RefreshLink } from "~/components/ui/refresh-link";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { RowError } from "~/components/form/row-error";
import { PageHead } from "~/components/layout/page-head";
import { DeleteOrder } from "~/features/orders/components/delete-order";
import { OrderList } from "~/features/orders/components/order-list";
import type { FormError } from "~/components/form/form-state";

const PATH = "/admin/dashboard/payments";

type Props = ScreenData<typeof paymentsView> & {
  formError: FormError | undefined;
};

export function PaymentsScreen({ orderToDelete, figures, formError, ...list }: Props) {
  const buildUrl = useCurrentUrl(["confirm", "id"]);

  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertProps(orderToDelete !== null)}>
        <PageHead title="Payments" description="Paid and unpaid orders">
          <RefreshLink to={buildUrl()} />
        </PageHead>
        <RowError formError={formError} />
        <PaymentCards {...figures} />
        <OrderList
          list={list}
          noun="payments"
          statuses={PAYMENT_STATUSES}
          clearTo={PATH}
          currentUrl={buildUrl}
          moves={["paid", "refunded"]}
        />
      </div>
      {orderToDelete && <DeleteOrder order={orderToDelete} path={buildUrl()} noun="payment" />}
    </>
  );
}

const PaymentCards = ({ revenuePaise, paid, pending, pendingPaise }: Props["figures"]) => (
  <StatCards>
    <StatCard
      label="Revenue (Paid)"
      figure={formatRupees(revenuePaise)}
      line="of all paid orders"
    />
    <StatCard label="Paid" figure={formatNumber(paid)} line="orders" />
    <StatCard
      label="Pending"
      figure={formatNumber(pending)}
      line={`orders, ${formatRupees(pendingPaise)} still to come`}
    />
  </StatCards>
);
