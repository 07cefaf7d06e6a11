import type { ComponentProps } from "react";
import { inFigures } from "~/lib/intl";
import { StatCard, StatCards } from "~/components/ui/stat-card";
import { BarChart } from "./bar-chart";
import { PlaceholderCard } from "./placeholder-card";

type Chart = { total: string; best: string | null; bars: ComponentProps<typeof BarChart>["bars"] };

type Props = {
  animals: number;
  /** Left out for roles that may not read orders; the remaining card fills the row. */
  orders: {
    visitorsToday: number;
    /** Of these, the cancelled and refunded ones. */
    calledOffToday: number;
    placedToday: number;
    revenue: string;
    visitors: Chart | null;
  } | null;
};

export const DashboardCards = ({ animals, orders }: Props) => (
  <StatCards>
    <StatCard label="Total Animals" figure={inFigures(animals)} line="in the catalogue" />
    {orders && (
      <>
        <StatCard
          label="Today's Visitors"
          figure={inFigures(orders.visitorsToday)}
          line={`orders for today${whoComes(orders)}`}
        />
        <StatCard label="Orders Today" figure={inFigures(orders.placedToday)} line="placed today" />
        <StatCard label="Revenue" figure={orders.revenue} line="of all paid orders" />
      </>
    )}
  </StatCards>
);

/** The chart's last day is today; it counts people, and the figure orders, also those that nobody comes for. */
function whoComes({ calledOffToday, visitors }: NonNullable<Props["orders"]>) {
  const figure = visitors?.bars.at(-1)?.value;
  const people = figure && `${figure} ${figure === "1" ? "person" : "people"}`;
  if (calledOffToday === 0) return people ? `, ${people}` : "";
  return `, ${inFigures(calledOffToday)} called off; ${people ?? "0 people"} expected`;
}

type ChartsProps = { visitors: Chart | null; months: Chart | null };

export const DashboardCharts = ({ visitors, months }: ChartsProps) => (
  <div className="grid grid-cols-1 gap-6 lg:grid-cols-[3fr_2fr]">
    {visitors ? (
      <BarChart
        title="Visitors Trend"
        line={
          <Line of={visitors} what="day" all={`Last 7 days, ${visitors.total} people in all.`} />
        }
        bars={visitors.bars}
        heads={["Day of visit", "People"]}
      />
    ) : (
      <PlaceholderCard title="Visitors Trend" line="Last 7 days" />
    )}
    {months ? (
      <BarChart
        title="Revenue"
        line={<Line of={months} what="month" all={`Monthly, ${months.total} in all.`} />}
        bars={months.bars}
        heads={["Month", "Revenue"]}
      />
    ) : (
      <PlaceholderCard title="Revenue" line="Monthly" />
    )}
  </div>
);

/** The best has a line of its own in both charts, so that their bars stand on one level. */
const Line = ({ of: { best }, what, all }: { of: Chart; what: string; all: string }) => (
  <>
    {all} <span className="block min-h-[1.5em]">{best && `Best ${what}: ${best}.`}</span>
  </>
);
