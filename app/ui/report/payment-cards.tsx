import { inFigures } from "~/domain/formats";
import { rupees } from "~/domain/money";
import { StatCard, StatCards } from "../base/stat-card";

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
