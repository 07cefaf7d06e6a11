import type { ScreenData } from "~/lib/screen-data";
import type { reportsView, reportView } from "../report.presenter.server";
import Download from "lucide-react/icons/download";
import { Form } from "@remix-run/react";
import { Button, ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icon";
import { ErrorAlert } from "~/components/ui/error-alert";
import { RefreshLink } from "~/components/ui/refresh-link";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { Field } from "~/components/form/field";
import { PageHead } from "~/components/layout/page-head";
import { OrdersTable } from "~/features/orders/components/orders-table";
import { BarChart } from "./bar-chart";
import { PaymentMethods, ReportCards, TicketTotals } from "./report-cards";

const PATH = "/admin/dashboard/reports";

type Props = ScreenData<typeof reportsView>;

export function ReportsScreen({ report, failure, from, to, periodLabel }: Props) {
  const buildUrl = useCurrentUrl();
  const hasPeriod = Boolean(from.day || to.day || from.error || to.error);
  return (
    <>
      <PageHead title="Reports" description="What the zoo sold, and to whom.">
        <a
          href={`${PATH}/orders.csv${periodQuery(from.day, to.day)}`}
          className="btn btn-secondary btn-44"
        >
          <Icon icon={Download} size={18} /> Download CSV
        </a>
        <RefreshLink to={buildUrl()} />
      </PageHead>
      <section aria-label="Period" className="grid gap-3">
        <Form
          key={`${from.day} ${to.day}`}
          method="get"
          preventScrollReset
          className="search-bar flex flex-wrap items-end gap-3"
        >
          <DayField label="From" name="from" {...from} />
          <DayField label="To" name="to" {...to} />
          <Button>Apply</Button>
          {hasPeriod && (
            <ButtonLink to={PATH} variant="ghost" preventScrollReset>
              Clear
            </ButtonLink>
          )}
        </Form>
        <p className="text-ink-2">
          Orders placed: <strong className="font-semibold text-ink">{periodLabel}</strong>
        </p>
      </section>
      {failure && <ErrorAlert>{failure}</ErrorAlert>}
      {report && <Report {...report} hasPeriod={Boolean(from.day || to.day)} />}
    </>
  );
}

type DayFieldProps = { label: string; name: string } & Props["from"];

const DayField = ({ day: _, typed, ...props }: DayFieldProps) => (
  <Field type="date" defaultValue={typed} className="grow sm:grow-0" {...props} />
);

function periodQuery(from: string, to: string) {
  const params = new URLSearchParams(Object.entries({ from, to }).filter(([, day]) => day !== ""));
  return params.size > 0 ? `?${params}` : "";
}

type ReportProps = ScreenData<typeof reportView> & { hasPeriod: boolean };

function Report({ hasPeriod, chart, methods, tickets, newest, ...report }: ReportProps) {
  const note = hasPeriod ? " This chart ignores the period above." : "";
  return (
    <>
      <ReportCards {...report} />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[3fr_2fr]">
        <BarChart
          title="Revenue, last 7 days"
          line={
            <>
              Paid orders only, {chart.total} in total.{" "}
              {chart.best && <span className="inline-block">Best day: {chart.best}.</span>}
              {note}
            </>
          }
          bars={chart.bars}
          columnLabels={["Day", "Revenue"]}
        />
        <PaymentMethods methods={methods} />
      </div>
      <TicketTotals tickets={tickets} />
      <OrdersTable
        orders={newest}
        total={report.orders}
        noun="orders"
        empty={<EmptyState line="Nothing was booked in this period.">No orders found.</EmptyState>}
      />
    </>
  );
}
