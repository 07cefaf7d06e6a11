import type { ScreenData } from "~/lib/screen-data";
import type { capacityView } from "../capacity.presenter.server";
import { MONDAY_FIRST } from "../capacity.rules";
import { formatNumber } from "~/lib/intl";
import { SLOT_HOURS, SLOTS } from "~/features/orders/slots";
import { Cell, DataTable, Row } from "~/components/ui/data-table";

type Props = Pick<ScreenData<typeof capacityView>, "usual" | "week">;

export const CapacityFacts = ({ usual, week }: Props) => (
  <>
    <section aria-labelledby="usual-title" className="card p-5 lg:p-6">
      <h2 id="usual-title" className="text-legend">
        Default capacity
      </h2>
      <dl className="facts mt-3">
        <dt>Places per slot</dt>
        <dd>{formatNumber(Number(usual.places))}</dd>
        <dt>Payment deadline (hours)</dt>
        <dd>{usual.holdHours}</dd>
      </dl>
    </section>
    <DataTable caption="Places in the week" columns={COLUMNS}>
      {MONDAY_FIRST.map((day) => (
        <Row key={day}>
          <Cell label="Weekday" primary>
            {week[day]?.weekday}
          </Cell>
          {SLOTS.map((slot) => (
            <Cell key={slot} label={SLOT_HOURS[slot].label}>
              {formatPlaces(week[day]?.places[slot] ?? null)}
            </Cell>
          ))}
        </Row>
      ))}
    </DataTable>
  </>
);

const COLUMNS = ["Weekday", ...SLOTS.map((slot) => SLOT_HOURS[slot].label)];

function formatPlaces(places: number | null) {
  if (places === null) return "As usual";
  return places === 0 ? "Closed" : formatNumber(places);
}
