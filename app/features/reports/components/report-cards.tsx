import { formatNumber } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import type { reportView } from "../report.presenter.server";
import { Section } from "~/components/ui/section";
import { StatCard, StatCards } from "~/components/ui/stat-card";

type Report = ScreenData<typeof reportView>;

export const ReportCards = (report: Omit<Report, "chart" | "methods" | "tickets" | "newest">) => (
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

export const TicketTotals = ({ tickets }: Pick<Report, "tickets">) => (
  <StatCards>
    {tickets.map(({ type, label, paid, booked }) => (
      <StatCard
        key={type}
        label={label}
        figure={formatNumber(paid)}
        line={`tickets paid, ${formatNumber(booked)} booked`}
      />
    ))}
  </StatCards>
);

const WIDTH = 100;

export function PaymentMethods({ methods }: Pick<Report, "methods">) {
  const totalOrders = methods.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section id="methods" title="Payment Methods" className="card p-5">
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
    </Section>
  );
}
