import type { ScreenData } from "~/lib/screen-data";
import type { dashboardView } from "../dashboard.presenter.server";
import { formatNumber } from "~/lib/intl";
import { StatCard, StatCards } from "~/components/ui/stat-card";
import { BarChart } from "./bar-chart";

type Props = Pick<ScreenData<typeof dashboardView>, "animals" | "orders">;
type Orders = NonNullable<Props["orders"]>;

export const DashboardCards = ({ animals, orders }: Props) => (
  <StatCards>
    <StatCard label="Total Animals" figure={formatNumber(animals)} line="in the catalogue" />
    {orders && (
      <>
        <StatCard
          label="Today's Visitors"
          figure={formatNumber(orders.visitorsToday)}
          line={`orders for today${expectedVisitors(orders)}`}
        />
        <StatCard
          label="Orders Today"
          figure={formatNumber(orders.placedToday)}
          line="placed today"
        />
        <StatCard label="Revenue" figure={orders.revenue} line="of all paid orders" />
      </>
    )}
  </StatCards>
);

/** The last bar is today's. Bars count people of active orders; the figure counts all orders. */
function expectedVisitors({ calledOffToday, visitors }: Orders) {
  const figure = visitors?.bars.at(-1)?.value;
  const people = figure && `${figure} ${figure === "1" ? "person" : "people"}`;
  if (calledOffToday === 0) return people ? `, ${people}` : "";
  return `, ${formatNumber(calledOffToday)} called off; ${people ?? "0 people"} expected`;
}

export const DashboardCharts = ({ visitors, months }: Pick<Orders, "visitors" | "months">) => (
  <div className="grid grid-cols-1 gap-6 lg:grid-cols-[3fr_2fr]">
    <Chart
      title="Visitors Trend"
      line="Last 7 days"
      chart={visitors}
      unit=" people"
      period="day"
      columnLabels={["Day of visit", "People"]}
    />
    <Chart
      title="Revenue"
      line="Monthly"
      chart={months}
      period="month"
      columnLabels={["Month", "Revenue"]}
    />
  </div>
);

type ChartProps = {
  title: string;
  line: string;
  chart: Orders["visitors"];
  unit?: string;
  period: string;
  columnLabels: [string, string];
};

function Chart({ title, line, chart, unit = "", period, columnLabels }: ChartProps) {
  if (!chart) return <PlaceholderCard title={title} line={line} />;
  const { total, best, bars } = chart;
  // The best value has its own line in both charts, so that their bars align.
  const summary = (
    <>
      {`${line}, ${total}${unit} in all.`}{" "}
      <span className="block min-h-[1.5em]">{best && `Best ${period}: ${best}.`}</span>
    </>
  );
  return <BarChart title={title} line={summary} bars={bars} columnLabels={columnLabels} />;
}

function PlaceholderCard({ title, line }: Pick<ChartProps, "title" | "line">) {
  return (
    <section className="card border-[1.5px] border-dashed border-line-strong flex flex-col p-5">
      <h2 className="text-heading">{title}</h2>
      <p className="text-small text-ink-2">{line}</p>
      <div className="grid grow grid-cols-1 content-center justify-items-center gap-3 px-2 py-8 text-center">
        <div className="paw-trail" aria-hidden="true" />
        <p className="font-semibold text-ink-2">Coming Soon</p>
      </div>
    </section>
  );
}
