import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Download } from "lucide-react";
import { periodFrom } from "~/features/reports/report.rules";
import { readQuery } from "~/lib/http/read-body.server";
import { orFailure } from "~/lib/http/load-or-error.server";
import { periodInWords, reportView } from "~/features/reports/report.presenter.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icon";
import { RedBox } from "~/components/ui/error-alert";
import { Refresh } from "~/components/ui/refresh-link";
import { useAddress } from "~/components/hooks/use-current-url";
import { PageHead } from "~/components/layout/page-head";
import { OrdersTable } from "~/features/orders/components/orders-table";
import { BarChart } from "~/features/reports/components/bar-chart";
import { PeriodForm } from "~/features/reports/components/period-form";
import {
  PaymentMethods,
  ReportCards,
  TicketTotals,
} from "~/features/reports/components/report-cards";

const HERE = "/admin/dashboard/reports";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const period = periodFrom(readQuery(request));
  const { found, failure, status } = await orFailure(request, () => reportView(staff, period));
  const { from = "", to = "" } = period;
  return json({ report: found, failure, from, to, inWords: periodInWords(period) }, status);
}

export default function ReportsPage() {
  const { report, failure, from, to, inWords } = useLoaderData<typeof loader>();
  const here = useAddress();
  return (
    <>
      <PageHead title="Reports" line="What the zoo sold, and to whom.">
        <a href={`${HERE}/orders.csv${searchFor(from, to)}`} className="btn btn-secondary btn-44">
          <Icon of={Download} size={18} /> Download CSV
        </a>
        <Refresh to={here()} />
      </PageHead>
      <PeriodForm from={from} to={to} inWords={inWords} all={HERE} />
      {failure && <RedBox>{failure}</RedBox>}
      {report && <Report {...report} isOfPeriod={Boolean(from || to)} />}
    </>
  );
}

function searchFor(from: string, to: string) {
  const params = new URLSearchParams(Object.entries({ from, to }).filter(([, day]) => day !== ""));
  return params.size > 0 ? `?${params}` : "";
}

type ReportProps = ReturnType<typeof reportView> & { isOfPeriod: boolean };

function Report({ isOfPeriod, chart, methods, tickets, newest, ...report }: ReportProps) {
  const apart = isOfPeriod ? " This chart ignores the period above." : "";
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
              {apart}
            </>
          }
          bars={chart.bars}
          heads={["Day", "Revenue"]}
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
