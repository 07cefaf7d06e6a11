import type { paymentFigures } from "../report.server";
import { formatNumber } from "~/lib/intl";
import { formatRupees } from "~/lib/money";
import { StatCard, StatCards } from "~/components/ui/stat-card";

type Props = ReturnType<typeof paymentFigures>;

export const PaymentCards = ({ revenuePaise, paid, pending, pendingPaise }: Props) => (
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
