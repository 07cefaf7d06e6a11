import type { ScreenData } from "~/lib/screen-data";
import type { paymentsView } from "../payments.presenter.server";
import { PAYMENT_STATUSES } from "../report.rules";
import { formatNumber } from "~/lib/intl";
import { formatRupees } from "~/lib/money";
import { StatCard, StatCards } from "~/components/ui/stat-card";
import { OrderListScreen } from "~/features/orders/components/order-list";
import type { FormError } from "~/components/form/form-state";

type Props = ScreenData<typeof paymentsView> & {
  formError: FormError | undefined;
};

export const PaymentsScreen = ({ figures, formError, ...list }: Props) => (
  <OrderListScreen
    list={list}
    noun="payments"
    title="Payments"
    description="Paid and unpaid orders"
    statuses={PAYMENT_STATUSES}
    moves={["paid", "refunded"]}
    formError={formError}
  >
    <PaymentCards {...figures} />
  </OrderListScreen>
);

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
