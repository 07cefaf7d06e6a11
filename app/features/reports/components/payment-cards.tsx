import { inFigures } from "~/lib/intl";
import { rupees } from "~/lib/money";
import { StatCard, StatCards } from "~/components/ui/stat-card";

type Props = { revenuePaise: number; paid: number; pending: number; pendingPaise: number };

export const PaymentCards = ({ revenuePaise, paid, pending, pendingPaise }: Props) => (
  <StatCards>
    <StatCard label="Revenue (Paid)" figure={rupees(revenuePaise)} line="of all paid orders" />
    <StatCard label="Paid" figure={inFigures(paid)} line="orders" />
    <StatCard
      label="Pending"
      figure={inFigures(pending)}
      line={`orders, ${rupees(pendingPaise)} still to come`}
    />
  </StatCards>
);
