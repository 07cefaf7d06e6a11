import type { ScreenData } from "~/lib/screen-data";
import type { capacityView } from "../capacity.presenter.server";
import { MONDAY_FIRST, type UnpaidRules } from "../capacity.rules";
import { UNPAID_LABELS } from "./capacity-rule-forms";
import { formatNumber } from "~/lib/intl";
import { Section } from "~/components/ui/section";
import { DataTable, type Column } from "~/components/ui/data-table";

type Props = Pick<ScreenData<typeof capacityView>, "usual" | "unpaid" | "week" | "weekSlots">;

export const CapacityFacts = ({ usual, unpaid, week, weekSlots }: Props) => (
  <>
    <Section id="usual-title" title="Default capacity" size="legend" className="card p-5 lg:p-6">
      <dl className="facts mt-3">
        <dt>Places per slot</dt>
        <dd className="min-w-max">{formatNumber(Number(usual.places))}</dd>
        <dt>Payment deadline (hours)</dt>
        <dd className="min-w-max">{usual.holdHours}</dd>
        {Object.entries(UNPAID_LABELS).map(([name, label]) => (
          <div key={name} className="contents">
            <dt>{label}</dt>
            <dd className="min-w-max">{unpaid[name as keyof UnpaidRules]}</dd>
          </div>
        ))}
      </dl>
    </Section>
    <DataTable
      caption="Places in the week"
      columns={columnsFor(weekSlots)}
      rows={MONDAY_FIRST.flatMap((id) => (week[id] ? { id, ...week[id] } : []))}
    />
  </>
);

const columnsFor = (
  slots: Props["weekSlots"],
): Column<Props["week"][number] & { id: number }>[] => [
  { label: "Weekday", primary: true, cell: ({ weekday }) => weekday },
  ...slots.map(({ slot, label }) => ({
    label,
    cell: ({ places }: Props["week"][number]) => formatPlaces(places[slot]),
  })),
];

function formatPlaces(places: number | null = null) {
  if (places === null) return "As usual";
  return places === 0 ? "Closed" : formatNumber(places);
}
