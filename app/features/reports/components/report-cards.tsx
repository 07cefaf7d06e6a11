import { formatNumber } from "~/lib/intl";
import { TICKET_LABEL, type TicketType } from "~/features/orders/ticket-types";
import { StatCard, StatCards } from "~/components/ui/stat-card";

type Props = {
  revenue: string;
  average: string;
  orders: number;
  paid: number;
  pending: number;
  refunded: number;
  cancelled: number;
  animals: number;
};

export const ReportCards = (report: Props) => (
  <StatCards>
    <StatCard label="Revenue" figure={report.revenue} line={`Average order ${report.average}`} />
    <StatCard
      label="Orders"
      figure={formatNumber(report.orders)}
      line={`${formatNumber(report.paid)} paid, ${formatNumber(report.pending)} pending`}
    />
    <StatCard
      label="Refunded"
      figure={formatNumber(report.refunded)}
      line={`${formatNumber(report.cancelled)} cancelled`}
    />
    <StatCard label="Content" figure={formatNumber(report.animals)} line="animals, – admins" />
  </StatCards>
);

type TicketsProps = { tickets: { type: TicketType; paid: number; booked: number }[] };

export const TicketTotals = ({ tickets }: TicketsProps) => (
  <StatCards>
    {tickets.map(({ type, paid, booked }) => (
      <StatCard
        key={type}
        label={TICKET_LABEL[type]}
        figure={formatNumber(paid)}
        line={`tickets paid, ${formatNumber(booked)} booked`}
      />
    ))}
  </StatCards>
);

type MethodsProps = { methods: { label: string; count: number; paid: string }[] };

const WIDTH = 100;

/** Each bar is the method's share of all orders. */
export function PaymentMethods({ methods }: MethodsProps) {
  const totalOrders = methods.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="card p-5" aria-labelledby="methods">
      <h2 id="methods" className="text-heading">
        Payment Methods
      </h2>
      <p className="text-small text-ink-2">
        All orders placed, including cancelled and refunded ones. The amounts are of paid orders
        only.
      </p>
      <dl className="mt-4 grid gap-4">
        {methods.map(({ label, count, paid }) => (
          <div key={label} className="grid grid-cols-[1fr_auto] gap-y-1.5">
            <dt>{label}</dt>
            <dd>
              <strong className="font-bold">{formatNumber(count)}</strong>
              <span className="text-ink-2">, {paid} paid</span>
            </dd>
            <dd className="col-span-2" aria-hidden="true">
              <svg
                viewBox={`0 0 ${WIDTH} 1`}
                preserveAspectRatio="none"
                className="block h-2 w-full rounded-full"
              >
                <rect width={WIDTH} height="1" className="fill-chart-muted" />
                <rect
                  width={totalOrders === 0 ? 0 : ((count / totalOrders) * WIDTH).toFixed(2)}
                  height="1"
                  className="fill-chart"
                />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
